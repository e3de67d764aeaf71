"""XBoard itself, where it is installed: a game of two engines, a person's moves by the mouse."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import variants
from protocol.cecp.play import Play

_PATH = f"{os.environ.get('PATH', '')}:/usr/games"
XBOARD, SCREEN, MOUSE = (shutil.which(name, path=_PATH) for name in ("xboard", "Xvfb", "xdotool"))
ENGINE = f"{sys.executable} -I -m protocol"
GUARD_S = 180  # only against hanging: nothing is measured with it
SQUARE, LEFT, BOTTOM = 33, 18, 464  # pixels: of a square, and the middle of a1 in the window

pytestmark = pytest.mark.skipif(not (XBOARD and SCREEN and MOUSE), reason="XBoard is not installed")


@pytest.fixture
def display() -> Iterator[str]:
    """A screen of our own, by its name."""
    readable, writable = os.pipe()
    screen = subprocess.Popen(
        [str(SCREEN), "-displayfd", str(writable), "-screen", "0", "900x700x24"],
        pass_fds=[writable],
        stderr=subprocess.DEVNULL,
    )
    os.close(writable)
    with os.fdopen(readable) as names:
        yield f":{names.readline().strip()}"
    screen.terminate()
    screen.wait()


class Board:
    """An XBoard on a screen; `log` is all that it and its engines said."""

    def __init__(self, display: str, home: Path, *options: str) -> None:
        self._path = home / "debug"
        self._environment = {**os.environ, "DISPLAY": display, "HOME": str(home)}
        common = ("-testLegality", "false", "-saveSettingsOnExit", "false", "-size", "49")
        logged = ("-debugMode", "true", "-nameOfDebugFile", str(self._path))
        engines = ("-fcp", ENGINE, "-scp", ENGINE)
        self.process = subprocess.Popen(
            [str(XBOARD), *engines, *common, *logged, *options],
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def log(self) -> str:
        return self._path.read_text("utf-8", "replace") if self._path.exists() else ""

    def until(self, done: Callable[[str], object]) -> str:
        """The log when it says so."""
        deadline = time.monotonic() + GUARD_S
        while not done(self.log):
            assert time.monotonic() < deadline, self.log[-2000:]
            time.sleep(0.1)
        return self.log

    def click(self, square: str) -> None:
        """Of the 12x12 board, from White's side."""
        x = LEFT + SQUARE * (ord(square[0]) - ord("a"))
        y = BOTTOM - SQUARE * (int(square[1:]) - 1)
        for words in (("mousemove", str(x), str(y)), ("mousedown", "1"), ("mouseup", "1")):
            subprocess.run([str(MOUSE), *words], env=self._environment, check=True)
            time.sleep(0.2)

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


def test_a_game_of_two_engines_ends_as_the_rules_say(display: str, tmp_path: Path) -> None:
    match = ("-variant", "gast", "-mg", "1", "-searchDepth", "4", "-popupExitMessage", "false")
    levels = ("-firstOptions", "Skill Level=4", "-secondOptions", "Skill Level=6")
    with Board(display, tmp_path, *match, *levels) as board:
        log = board.until(lambda text: re.search(r">first *: result", text))
    variant = variants.get("gast")
    game = Play(variant, variant.start, chess960=False, shown=True)
    for text in re.findall(r"<(?:first|second) *: move (\S+)", log):
        game.play(game.find(text))
    told = re.search(r">first *: result (\S+)", log)
    assert told
    assert game.status.state != "ongoing"
    assert told[1] == {"w": "1-0", "b": "0-1", None: "1/2-1/2"}[game.status.winner]
    assert "Illegal" not in log


def test_a_person_sees_legal_squares_and_moves(display: str, tmp_path: Path) -> None:
    with Board(display, tmp_path, "-variant", "gast", "-searchDepth", "1") as board:
        board.until(lambda text: "pong" in text)
        time.sleep(2)  # until the window is drawn in its size
        board.click("f2")
        board.until(lambda text: "highlight 12/12/12/12/12/12/5Y6/5Y6/5Y6/5Y6/12/12" in text)
        board.click("f6")
        board.until(lambda text: re.search(r">first *: f2f6", text))
        log = board.until(lambda text: re.search(r"<first *: move \S+", text))
    assert "Illegal" not in log
