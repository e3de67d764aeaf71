"""Drops beside other pieces, and pieces that change sides."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from amalthea import Position, new_position
from amalthea.engine.errors import VariantError
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import load_one

PLAIN = "enclosingDrop = none\nenclosingDropStart = -\nflipEnclosedPieces = none"
FOUR = "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1"
CASES = (
    RuleCase("enclosingDrop = reversi", FOUR, forbidden="P@a1 P@f5 P@c3 P@c4"),
    RuleCase("enclosingDrop = ataxx", FOUR, forbidden="P@a1 P@g3"),
    RuleCase("enclosingDrop = snort", FOUR, forbidden="P@d6 P@f4"),
    RuleCase("enclosingDrop = top", FOUR, forbidden="P@a2 P@e2 P@h8"),
    RuleCase("enclosingDrop = anyside", FOUR, forbidden="P@b2 P@b5 P@c3"),
    RuleCase(
        "enclosingDropStart = c3 d3",
        FOUR,
        base=f"{PLAIN}\nenclosingDrop = reversi",
        allowed="P@c3 P@d3",
        forbidden="P@d6 P@f4",
    ),
    RuleCase("flipEnclosedPieces = reversi", FOUR, base=PLAIN, moves="P@d6", shown="3P4/3PP3/3Pp3"),
    RuleCase("flipEnclosedPieces = ataxx", FOUR, base=PLAIN, moves="P@f5", shown="3pPP2/3PP3"),
    RuleCase(  # a move turns its neighbours, a drop only next to a disc of its side
        "flipEnclosedPieces = quadwrangle",
        "8/8/8/3p4/8/8/3P4/8[Pp] w - - 0 1",
        base=f"{PLAIN}\nimmobile = -\ncustomPiece1 = p:K",
        moves="P@c4 d5e5 d2d3 e5f5 d3e4",
        shown="8/5P2/2P1P3/8/",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(replace(case, parent="flipersi", base=case.base or PLAIN), tmp_path)


@pytest.mark.parametrize(
    ("game", "fen", "moves", "after"),
    [
        # Three lines at once, but none that no own disc ends.
        (
            "flipello",
            "8/8/1P1P4/2pp4/3.ppP1/2p5/8/8[Pp] w",
            "P@d4",
            "8/8/1P1P4/2PP4/3PPPP1/2p5/8/8",
        ),
        # A disc that has changed sides is a disc like all others.
        ("flipello", FOUR, "P@d6 p@e6", "8/8/3Pp3/3Pp3/3Pp3/8/8/8"),
        # A leap leaves its square, a drop does not.
        ("ataxx", "7/7/3p3/2p4/7/2P4/7 w", "c2e4", "7/7/3P3/2p1P2/7/7/7"),
        ("ataxx", "7/7/3p3/2p4/7/2P4/7 w", "P@c3", "7/7/3p3/2P4/2P4/2P4/7"),
    ],
)
def test_enemies_change_sides(game: str, fen: str, moves: str, after: str) -> None:
    position = new_position(game, fen.replace(".", "1"))
    before = position.fen(), position.key()
    for move in moves.split():
        position.play(move)
        position.verify()
    assert re.split(r"[\[ ]", position.fen())[0] == after
    for _ in moves.split():
        position.undo()
    assert (position.fen(), position.key()) == before


def test_hands_of_ataxx_never_get_empty_and_are_not_shown() -> None:
    position = Position("ataxx")
    for move in ("P@b7", "P@b1"):
        position.push(move)
    assert str(position.fen()) == "PP4p/7/7/7/7/7/pp4P w - - 0 2"
    assert position.is_legal("P@c7")
    assert Position("ataxx", "P5p/7/7/7/7/7/p5P[PPp] w - - 0 1").fen() == Position("ataxx").fen()


def test_a_side_without_a_move_passes_and_two_passes_end_the_game() -> None:
    position = new_position("flipello", "8/8/8/3PP3/3PP3/8/8/Pp6[PPpp] b - - 0 1")
    assert position.legal_moves() == ["b1b1"]
    position.play("b1b1")
    assert position.legal_moves() == ["P@c1"]
    position = new_position("flipello", "8/8/8/3PP3/3PP3/8/8/P1p5[PPpp] b - - 0 1")
    for move in ("c1c1", "a1a1"):
        assert position.legal_moves() == [move]
        position.play(move)
    assert str(position.status()) == "win w passes"


def test_a_side_without_a_piece_has_lost() -> None:
    position = new_position("ataxx", "7/7/7/2p4/7/2P4/7 w - - 0 1")
    position.play("P@c3")
    assert str(position.status()) == "win w stalemate"


def test_a_full_board_is_won_by_the_side_with_more_discs() -> None:
    position = new_position("ataxx", "PPPPPPP/PPPPPPP/PPPPPPP/1pppppp/ppppppp/ppppppp/ppppppp w")
    position.play("P@a4")
    assert str(position.status()) == "win w full"


@pytest.mark.parametrize(
    ("game", "fen", "best"),
    [
        (
            "flipello",
            "8/3p1P2/2pp1P1P/1p1pPPPp/2pPPPP1/3pPpP1/2pP2p1/1pP5[PPPPPPPPPPPPPPPpppppppppppppp] w",
            "P@a1",
        ),
        ("ataxx", "7/1pp4/1p5/3P3/7/7/P6 w - - 0 1", "P@c5"),
    ],
)
def test_a_search_takes_corners_and_many_pieces(game: str, fen: str, best: str) -> None:
    line = SoloSearcher(4).search(new_game(game, fen), 5000)
    assert line.moves[0] == best


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("enclosingDrop = swan\npieceDrops = true", "expected none, reversi, ataxx, snort"),
        ("flipEnclosedPieces = ataxx", "in a game with a king"),
        ("unlimitedDrops = true\npieceDrops = true", "unlimited drops cannot be combined"),
    ],
)
def test_unsupported_combinations_are_refused(lines: str, error: str, tmp_path: Path) -> None:
    with pytest.raises(VariantError, match=error):
        load_one(tmp_path / "discs.ini", f"[discs:chess]\n{lines}\n")


def test_pieces_change_sides_on_128_squares_at_most(tmp_path: Path) -> None:
    board = "maxFile = 13\nmaxRank = 10\nstartFen = 13" + 9 * "/13"
    text = f"[discs:flipersi]\n{board}[Pp] w - - 0 1\n"
    with pytest.raises(VariantError, match="more than 128 free squares"):
        load_one(tmp_path / "discs.ini", text)
