"""`amalthea check`: every fault and every warning of a file, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.protocol import BAD_USAGE, FAILED
from amalthea.protocol.tools import check_command
from helpers.variant_files import TINY

PAWNLESS = "[x]\nking = k\nmaxFile = 8\nstartFen = 3k4/8/8/8/8/8/8/N6K w - - 0 1\n"
WARNINGS = [
    ("customPiece1 = n:NDD", "has no riders of D, it reads 'DD' in its own way"),
    ("customPiece1 = n:AA2", "has no riders of A, it reads 'AA' in its own way"),
    ("customPiece1 = n:L3", "has no riders of L, it reads 'L3' in its own way"),
    ("customPiece1 = n:R12", "reads one digit of a range"),
    ("customPiece1 = n:[F?R]", "has no bent moves, it skips the brackets"),
    ("customPiece1 = n:qK", "has no circular moves, it skips the 'q'"),
    ("customPiece1 = n:aK", "has no leaps that are made again, it skips the 'a'"),
    ("customPiece1 = n:jR", "has no riders that skip a square, it skips the 'j'"),
    ("customPiece1 = n:RcppR", "hops over one piece with 'pp', as with 'p'"),
    ("customPiece1 = n:nL", "has no lame L, only lame N, A, Z and D"),
    ("customPiece1 = n:mNcpNN", "has hoppers along ranks, files and diagonals, not of N"),
    ("customPiece1 = n:sfN", "skips the directions 'sf' before 'N'"),
    ("customPiece1 = n:mvlF", "skips the directions 'vl' before 'F'"),
    ("customPiece1 = n:NimfR2", "lets its 'i' moves be captured en passant"),
    ("customPiece1 = n:NimfR2\ndoubleStep = false", "only from doubleStepRegions"),
    ("customPiece1 = n:N\nmaxRank = 11", "has no board of 8x11, 12x10 is its largest"),
    ("customPiece1 = n:N\nsettings = n:k", "does not know this key"),
]
QUIET = [
    "N",
    "NN3",
    "fsW",
    "fsN",
    "rfN",
    "vN",
    "sR",
    "R9",
    "flB",
    "mNcB",
    "KAD",
    "svW",
    "B2",
    "nN",
    "mnZ",
    "nD",
    "mRcpR",
    "gQ",
]


def checked(path: Path, text: str, capfd: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    path.write_text(text, encoding="utf-8")
    status = check_command.main([str(path)])
    return status, capfd.readouterr().out.splitlines()


@pytest.mark.parametrize(("setting", "message"), WARNINGS)
def test_differences_from_fairy_stockfish_are_warnings(
    setting: str, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    board = PAWNLESS.replace("/8/8", "/8/8/8/8/8", 1) if "maxRank" in setting else PAWNLESS
    pawn = "" if "maxRank" in setting else "pawn = p\npromotionPieceTypes = -\n"
    others = "customPiece2 = q:NDD\n" if "settings" in setting else ""
    text = f"{board}{pawn}{setting}\n{others}".replace("n:k", "n:q")
    status, lines = checked(tmp_path / "x.ini", text, capfd)
    assert status == 0, lines
    [line] = [line for line in lines if message in line]
    number = text.splitlines().index(setting.partition("\n")[0]) + 1
    if "maxRank" not in setting and "settings" not in setting:
        assert line.startswith(f"{tmp_path}/x.ini:{number}: [x] customPiece1 = n:")
    assert line.endswith(" (a warning)")


@pytest.mark.parametrize("moves", QUIET)
def test_without_a_difference_there_is_no_warning(
    moves: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = f"{PAWNLESS}customPiece1 = n:{moves}\n"
    assert checked(tmp_path / "x.ini", text, capfd) == (
        0,
        ["valid: x; with errors: 0; warnings: 0"],
    )


def test_pawns_that_cannot_promote_are_warned_of(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = TINY.replace("promotionPieceTypes = rn\n", "")
    _, lines = checked(tmp_path / "x.ini", text, capfd)
    assert "promotionPieceTypes (not set): Fairy-Stockfish has no moves of pawns" in lines[0]


def test_pawns_without_a_parent_become_what_their_form_is_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As in files for Shatranj; without a parent, Fairy-Stockfish gives pawns nothing else."""
    text = (
        "[old]\npawn = p\nking = k\nrook = r\nfers = f\ncastling = false\n"
        "promotedPieceType = p:f\nstartFen = 4k3/P7/8/8/8/8/7p/4K3 w - - 0 1\n"
    )
    path = tmp_path / "x.ini"
    assert checked(path, text, capfd) == (0, ["valid: old; with errors: 0; warnings: 0"])
    (game,) = variant_files.load(str(path))
    assert [move for move in new_position(game).legal_moves() if move.startswith("a7")] == ["a7a8+"]
    assert new_position(game).perft(3) == 258


def test_all_errors_of_all_sections_are_listed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = "?\n[a:chess]\ntwoBoards = true\nnMoveRule = x\n[b:c]\n[d:chess]\n"
    status, lines = checked(tmp_path / "x.ini", text, capfd)
    assert status == FAILED
    places = [line.removeprefix(f"{tmp_path}/x.ini:").partition(":")[0] for line in lines[:-1]]
    assert places == ["1", "3", "4", "5"]
    assert lines[-1] == "valid: d; with errors: 3; warnings: 0"


def test_unreadable_file_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert check_command.main([str(tmp_path / "none.ini")]) == BAD_USAGE
    assert len(capfd.readouterr().err.splitlines()) == 1
