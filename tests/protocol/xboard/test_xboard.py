"""XBoard itself, where it is installed: a game of two engines, and moves by the mouse."""

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

from amalthea.engine import variants
from amalthea.protocol.xboard.hosting import is_known
from amalthea.protocol.xboard.play import Play
from helpers.sample import one_in
from helpers.x_screen import MOUSE, SERVER, Screen, open_screen

XBOARD = shutil.which("xboard", path=f"{os.environ.get('PATH', '')}:/usr/games")
ENGINE = f"{sys.executable} -I -m amalthea"
GUARD_S = 180  # only against hanging: nothing is measured with it
CLOSING_S = 10  # only against hanging
SQUARE, LEFT, BOTTOM = 33, 18, 464  # pixels: of a square, and the middle of a1 in the window

pytestmark = pytest.mark.skipif(not (XBOARD and SERVER and MOUSE), reason="XBoard is not installed")


@pytest.fixture
def screen() -> Iterator[Screen]:
    with open_screen("900x700") as opened:
        yield opened


class Board:
    """An XBoard on a screen; `log` is all that it and its engines wrote."""

    def __init__(self, screen: Screen, home: Path, *options: str) -> None:
        self._path = home / "debug"
        self._screen = screen
        common = ("-testLegality", "false", "-saveSettingsOnExit", "false", "-size", "49")
        logged = ("-debugMode", "true", "-nameOfDebugFile", str(self._path))
        engines = ("-fcp", ENGINE, "-scp", ENGINE)
        self.process = subprocess.Popen(
            [str(XBOARD), *engines, *common, *logged, *options],
            env={**screen.environment, "HOME": str(home)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def log(self) -> str:
        return self._path.read_text("utf-8", "replace") if self._path.exists() else ""

    def until(self, done: Callable[[str], object]) -> str:
        """Wait until this holds for the log; return the log."""
        deadline = time.monotonic() + GUARD_S
        while not done(self.log):
            assert time.monotonic() < deadline, self.log[-2000:]
            time.sleep(0.1)
        return self.log

    def click(self, square: str) -> None:
        """Click a square of the board of 12x12 squares, seen from White."""
        x = LEFT + SQUARE * (ord(square[0]) - ord("a"))
        y = BOTTOM - SQUARE * (int(square[1:]) - 1)
        self._screen.click(x, y)

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(CLOSING_S)
        except subprocess.TimeoutExpired:  # its handler of the signal may wait for itself
            self.process.kill()
            self.process.wait()


@pytest.mark.parametrize("name", one_in(4, ["chessgi", "gast", "crazyhouse", "breakthrough"]))
def test_a_game_of_two_engines_ends_by_the_rules(screen: Screen, tmp_path: Path, name: str) -> None:
    match = ("-variant", name, "-mg", "1", "-searchDepth", "4", "-popupExitMessage", "false")
    levels = ("-firstOptions", "Skill Level=4", "-secondOptions", "Skill Level=6")
    with Board(screen, tmp_path, *match, *levels) as board:
        log = board.until(lambda text: re.search(r">first *: result", text))
    variant = variants.get(name)
    game = Play(variant, variant.start, chess960=False, shown=not is_known(variant))
    for text in re.findall(r"<(?:first|second) *: move (\S+)", log):
        game.play(game.find(text))
    ended = re.search(r">first *: result (\S+).*", log)
    assert ended
    assert game.status.state != "ongoing", ended[0]
    assert ended[1] == {"w": "1-0", "b": "0-1", None: "1/2-1/2"}[game.status.winner]
    assert "Illegal" not in log


def test_a_person_sees_legal_squares_and_moves(screen: Screen, tmp_path: Path) -> None:
    with Board(screen, tmp_path, "-variant", "gast", "-searchDepth", "1") as board:
        board.until(lambda text: "pong" in text)
        time.sleep(2)  # until the window is drawn in its size
        board.click("f2")
        board.until(lambda text: "highlight 12/12/12/12/12/12/5Y6/5Y6/5Y6/5Y6/12/12" in text)
        board.click("f6")
        board.until(lambda text: re.search(r">first *: f2f6", text))
        log = board.until(lambda text: re.search(r"<first *: move \S+", text))
    assert "Illegal" not in log
