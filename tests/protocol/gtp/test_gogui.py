"""GoGui itself, where it is installed: its referee of matches, and clicks on its board."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from helpers.dialogue import ENGINE
from helpers.sample import Sample
from helpers.x_screen import CAMERA, MOUSE, SERVER, Colour, Screen, open_screen

TWOGTP, GOGUI = (shutil.which(name) for name in ("gogui-twogtp", "gogui"))
SIZES = {"gess": 20, "ganymede": 12, "gast": 12, "gochess": 10}
_GUARD_S = 3600.0  # only against hanging
_WAIT_S = 180.0  # the same, for one step


@pytest.mark.skipif(TWOGTP is None, reason="gogui-twogtp is not installed")
@pytest.mark.parametrize("name", SIZES)
def test_gogui_plays_a_match_without_errors(name: str, tmp_path: Path, sample: Sample) -> None:
    games = sample(1, 20)
    program = " ".join([*ENGINE, "gtp", name, "--nodes"])
    assert TWOGTP
    words = {
        "black": f"{program} 30",
        "white": f"{program} 50",
        "referee": f"{program} 1",
        "size": str(SIZES[name]),
        "games": str(games),
        "maxmoves": "9000",
        "sgffile": "match",
    }
    options = [word for key, value in words.items() for word in (f"-{key}", value)]
    command = [TWOGTP, *options, "-auto", "-alternate"]
    subprocess.run(command, cwd=tmp_path, timeout=_GUARD_S, check=True)
    rows = (tmp_path / "match.dat").read_text().splitlines()
    results = [row.split("\t") for row in rows if not row.startswith("#")]
    assert len(results) == games
    for _, black, white, referee, *rest in results:
        assert black == white == referee
        assert black in ("B+1", "W+1", "0")
        assert rest[-2] == "0", rest


FIELD, TOP = 31, 85  # pixels: of a field, and the middle of the last rank in GoGui's window
LEFT = {"gess": 24, "ganymede": 35}  # the middle of the first file
BESIDE = (9, 7)  # from the middle of a field: on a stone, on no line, letter or mark
FILES = "ABCDEFGHJKLMNOPQRSTU"
SPEARMAN = "11k/12/12/12/5s6/12/12/12/12/12/12/K11 b - - 0 1"


class GoGui:
    """GoGui on a screen; `log` is all that it and its two engines wrote."""

    def __init__(self, screen: Screen, home: Path, game: str, files: int, *options: str) -> None:
        self._screen = screen
        self._files, self._left = files, LEFT[game]
        self._log = home / "log"
        words = [*ENGINE, "gtp", game, "--nodes", "50", *options]
        program = " ".join(f'"{word}"' for word in words)
        java = f"-Duser.home={home} -Djava.util.prefs.userRoot={home}"
        self._process = subprocess.Popen(
            [str(GOGUI), "-program", f'{program} --option "Debug Log File={self._log}"'],
            env={**screen.environment, "HOME": str(home), "JAVA_TOOL_OPTIONS": java},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8") if self._log.exists() else ""

    def answers(self, command: str) -> list[str]:
        """Return all answers to a command, the newest last."""
        return re.findall(rf">> {command}\n.*? << = ?(.*?)\n[0-9-]+ ", self.log, re.DOTALL)

    def board(self) -> list[list[str]]:
        """Return the board that the engine sent last, the last rank first; "." is empty."""
        found = self.answers("gogui-rules_board")
        return [row.split() for row in found[-1].strip().split("\n")] if found else []

    def seen(self) -> list[list[str]]:
        """Return the board on the screen."""
        picture = self._screen.picture()

        def stone(file: int, rank: int) -> str:
            x, y = self._at(file, rank)
            return _stone(picture.colour(x + BESIDE[0], y + BESIDE[1]))

        files, ranks = range(self._files), reversed(range(self._files))
        return [[stone(file, rank) for file in files] for rank in ranks]

    def click(self, square: str) -> None:
        """Click a square, by its name in GTP."""
        self._screen.click(*self._at(FILES.index(square[0]), int(square[1:]) - 1))

    def until(self, done: Callable[[], object]) -> None:
        deadline = time.monotonic() + _WAIT_S
        while not done():
            assert time.monotonic() < deadline, self.log[-2000:]
            time.sleep(0.2)

    def until_drawn(self) -> None:
        """Wait until the screen shows the board that the engine sent."""
        self.until(lambda: self.board() and self.seen() == self.board())

    def _at(self, file: int, rank: int) -> tuple[int, int]:
        return self._left + FIELD * file, TOP + FIELD * (self._files - 1 - rank)

    def __enter__(self) -> GoGui:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


def _stone(colour: Colour) -> str:
    """Return the sign of a stone by its colour, as `gogui-rules_board` has it."""
    return "X" if max(colour) < 100 else "O" if min(colour) > 180 else "."


@pytest.fixture
def screen() -> Iterator[Screen]:
    with open_screen("1000x900") as opened:
        yield opened


watched = pytest.mark.skipif(
    not (GOGUI and SERVER and MOUSE and CAMERA),
    reason="GoGui, Xvfb, xdotool or ImageMagick is not installed",
)


@watched
def test_two_clicks_move_a_patch_and_the_engine_answers(screen: Screen, tmp_path: Path) -> None:
    with GoGui(screen, tmp_path, "gess", 20) as gogui:
        gogui.until_drawn()
        before = gogui.seen()
        assert sum(row.count("X") for row in before) == sum(row.count("O") for row in before) == 43
        gogui.click("J6")
        gogui.until(lambda: "CIRCLE J7 J8 J9" in gogui.answers("gogui-rules_board_gfx")[-1])
        gogui.until_drawn()
        gogui.click("J9")
        gogui.until(lambda: len(gogui.answers("genmove w")) == 2)
        gogui.until(lambda: gogui.answers("gogui-rules_side_to_move")[-1] == "black")
        gogui.until_drawn()
        after = gogui.seen()
    assert (before[13][8], before[10][8]) == ("X", ".")
    assert (after[13][8], after[10][8]) == (".", "X")
    white = [[sign == "O" for sign in row] for row in before]
    assert [[sign == "O" for sign in row] for row in after] != white


@watched
def test_a_third_click_turns_a_spearman(screen: Screen, tmp_path: Path) -> None:
    with GoGui(screen, tmp_path, "ganymede", 12, "--fen", SPEARMAN) as gogui:
        gogui.until_drawn()
        gogui.click("F8")
        gogui.until(lambda: "CIRCLE" in gogui.answers("gogui-rules_board_gfx")[-1])
        gogui.click("F6")
        gogui.until(lambda: "choose" in gogui.answers("gogui-rules_board_gfx")[-1])
        choice = re.search(r"([A-M][0-9]+) L\b", gogui.answers("gogui-rules_board_gfx")[-1])
        assert choice
        gogui.click(choice[1])
        gogui.until(lambda: len(gogui.answers("genmove w")) == 2)
        gogui.until(lambda: gogui.answers("gogui-rules_side_to_move")[-1] == "black")
        gogui.until_drawn()
        assert re.search(r"LABEL[^\n]*\bF6 l\b", gogui.answers("gogui-rules_board_gfx")[-1], re.I)
