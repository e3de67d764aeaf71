"""Pieces that burn what stands next to them, and what comes next to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import Position, new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from helpers.rule_cases import RuleCase, check

KINGLESS = (
    "king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k"
    "\nenPassantTypes = -"
)
BURNING = "burningTypes = n"
LION = "secondSteps = b:K\ncustomPiece1 = b:KNAD"
CASES = (
    RuleCase(  # the rook on e6 and the pawn on c6, not the own pawn
        BURNING,
        base=KINGLESS,
        fen="4k3/8/2p1r3/2P5/8/4N3/8/4K3 w - - 0 1",
        moves="e3d5",
        shown="4k3/8/8/2PN4/8/8/8/4K3 b - - 0 1",
    ),
    RuleCase(  # what it captured, too
        BURNING,
        base=KINGLESS,
        fen="4k3/8/2p1r3/3q4/8/4N3/8/4K3 w - - 0 1",
        moves="e3d5",
        shown="4k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
    ),
    RuleCase(  # a piece that comes next to one burns
        BURNING,
        base=KINGLESS,
        fen="4k3/8/8/3p4/3n4/3R4/8/4K3 w - - 0 1",
        moves="d3e3",
        shown="4k3/8/8/3p4/3n4/8/8/4K3 b - - 0 1",
    ),
    RuleCase(  # one that comes next to another one burns alone
        BURNING,
        base=KINGLESS,
        fen="4k3/8/2p5/4n3/8/4N3/8/4K3 w - - 0 1",
        moves="e3d5",
        shown="4k3/8/2p5/4n3/8/8/8/4K3 b - - 0 1",
    ),
    RuleCase(  # a pawn that becomes one burns at once
        f"{BURNING}\npromotionPieceTypes = n",
        base=KINGLESS,
        fen="4k3/Pr6/8/8/8/8/8/4K3 w - - 0 1",
        moves="a7a8n",
        shown="N3k3/8/8/8/8/8/8/4K3 b - - 0 1",
    ),
    RuleCase(  # a king that burns loses
        BURNING,
        base=KINGLESS,
        fen="4k3/8/8/8/4n3/8/4K3/8 w - - 0 1",
        moves="e2e3",
        status="win b extinction",
    ),
    RuleCase(  # a lion that returns to its square burns there
        BURNING,
        base=f"{KINGLESS}\n{LION}",
        fen="4k3/8/8/2n5/3B4/3p4/8/4K3 w - - 0 1",
        moves="d4d3,d3d4",
        shown="4k3/8/8/2n5/8/8/8/4K3 b - - 0 1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("near", "burnt"),
    [
        ("6ppp7/6p1p7/6ppp7", "6ppp7/16/7F'8"),  # the piece that it captures and those beside it
        ("6ppp7/6f'1p7/6ppp7", "6ppp7/6f'1p7/6p1p7"),  # beside another demon it burns alone
    ],
)
def test_what_burns_comes_back_when_the_move_is_taken_back(near: str, burnt: str) -> None:
    board = "15k/16/16/16/16/16/16/{}/16/16/{}/16/16/K15 {} - - 0 1"
    position = new_position("tenjiku", board.format(near, "7F'8", "w"))
    before = position.fen(), position.key()
    position.play("h4h7")
    position.verify()
    after = board.format(burnt, "16", "b")
    assert (position.fen(), position.key()) == (after, new_position("tenjiku", after).key())
    position.undo()
    position.verify()
    assert (position.fen(), position.key()) == before


def test_what_burns_is_among_the_captures_of_a_move() -> None:
    fen = "15k/16/16/16/16/16/16/16/7p1p6/7p1p6/16/16/16/7F'8/16/K15 w - - 0 1"
    move = Position("tenjiku", fen).parse_move("h3h6")
    assert [piece.type.name for piece in move.captures] == ["pawn"]


def test_a_search_burns_a_king() -> None:
    fen = "16/16/16/16/16/16/16/16/16/7k8/16/16/16/7F'8/16/K15 w - - 0 1"
    line = SoloSearcher(4).search(new_game("tenjiku", fen), 200)
    position = new_position("tenjiku", fen)
    position.play(line.moves[0])
    assert str(position.status()) == "win w extinction"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (BURNING, "burning: not supported in a game with a king"),
        (f"{KINGLESS}\n{BURNING}\npieceDrops = true", "burning cannot be combined with drops"),
        (
            f"{KINGLESS}\n{BURNING}\nmutuallyImmuneTypes = n",
            "burning cannot be combined with castling, immune or uncapturable pieces",
        ),
    ],
)
def test_unsupported_combinations_are_refused(lines: str, error: str, tmp_path: Path) -> None:
    file = tmp_path / "burning.ini"
    file.write_text(f"[burning:chess]\n{lines}\n", encoding="utf-8")
    with pytest.raises(VariantError, match=error):
        variant_files.load(str(file))
