"""Second steps: a piece that captures may go on or back, or it passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import Position, new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from helpers.rule_cases import RuleCase, check

LIONS = (
    "king = -\ncommoner = k\ncustomPiece1 = n:KNAD\ncastling = false\n"
    "extinctionValue = loss\nextinctionPieceTypes = k"
)
PROMOTING = (
    "centaur = g\npromotedPieceType = n:g\npromotionRegionWhite = *6 *7 *8\npromotionOnEntry = true"
    "\npromotionPawnTypes = -"
)
BOARD = "4k3/8/8/8/2pp4/3N4/8/4K3 w - - 0 1"
CASES = (
    RuleCase(
        "secondSteps = n:K",
        fen=BOARD,
        base=LIONS,
        allowed="d3d3 d3d4,d4d5 d3d4,d4d3 d3d4,d4c4 d3c4,c4c3 d3c4,c4b3 d3c4,c4d4",
    ),
    RuleCase(
        "straightSecondSteps = n:fW",
        fen=BOARD,
        base=LIONS,
        allowed="d3d4,d4d5 d3d4,d4d3",
    ),
    RuleCase(
        "straightSecondSteps = n:fWfF",
        fen=BOARD,
        base=LIONS,
        allowed="d3d3 d3d4,d4d5 d3d4,d4d3 d3c4,c4b5 d3c4,c4d3",
    ),
    RuleCase(  # it neither goes on nor passes
        "rifleCaptures = n:K",
        fen=BOARD,
        base=f"{LIONS}\nsecondSteps = b:K",
        allowed="d3d4,d4d3 d3c4,c4d3",
    ),
    RuleCase(  # it comes from outside, or captures within
        "secondSteps = n:K",
        fen="4k3/3p4/3pN3/2p1N3/2p5/3N4/8/4K3 w - - 0 1",
        base=f"{LIONS}\n{PROMOTING}",
        allowed="e5d6,d6d7+ e5d6,d6d7 e5d6,d6e5 e6d6,d6c5+ e6d6,d6c5 d3c4,c4c5",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("f6g7h8", "f6g7,g7h8"),
        ("f6g7,g7h8", "f6g7,g7h8"),
        ("f6g7f6", "f6g7,g7f6"),
        ("f6e6d6", "f6d6"),
        ("f6e6f6", "f6f6"),
        ("Nxg7,h8", "f6g7,g7h8"),
        ("Nf6xg7,f6", "f6g7,g7f6"),
        ("Nxg7", "f6g7"),
        ("Nxh8", "f6h8"),
    ],
)
def test_moves_of_two_steps_are_read_as_people_write_them(text: str, move: str) -> None:
    position = Position("chu", "11k/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 w - - 0 1")
    assert position.parse_move(text).text == move


def test_a_move_of_two_steps_says_where_it_captures_first() -> None:
    position = Position("chu", "11k/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 w - - 0 1")
    move = position.parse_move("f6g7,g7h8")
    assert (str(move.via), str(move.to_square), len(move.captures)) == ("g7", "h8", 2)
    assert position.format_move(move.text) == "Nxg7,h8"


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("f6g7,g7h8", "11k/12/12/12/7N4/12/12/12/12/12/12/K11 b - - 0 1"),
        ("f6g7,g7f6", "11k/12/12/12/7p4/12/5N6/12/12/12/12/K11 b - - 0 1"),
        ("f6f6", "11k/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 b - - 1 1"),
    ],
)
def test_two_steps_are_played_and_taken_back(move: str, after: str) -> None:
    position = new_position("chu", "11k/12/12/12/7p4/6p5/5N6/12/12/12/12/K11 w - - 0 1")
    before = position.fen(), position.key()
    position.play(move)
    position.verify()
    assert position.fen() == after
    assert position.key() == new_position("chu", after).key()
    position.undo()
    assert (position.fen(), position.key()) == before


@pytest.mark.parametrize(
    ("text", "move", "written"),
    [
        ("Nxh12,h13=L'", "h11h12,h12h13l'", "Nxh12,h13=L'"),
        ("h11h12h13", "h11h12,h12h13", "Nxh12,h13"),
        ("Nh11xh12,h13", "h11h12,h12h13", "Nxh12,h13"),
    ],
)
def test_a_promotion_by_two_steps_stands_at_the_end(text: str, move: str, written: str) -> None:
    fen = "15k/16/16/7p8/7p8/7N8/16/16/16/16/16/16/16/16/16/K15 w - - 0 1"
    position = Position("tenjiku", fen)
    found = position.parse_move(text)
    assert found.text == move
    assert (found.promotion is not None) == move.endswith("l'")
    assert position.format_move(move) == written


def test_two_lions_that_pass_in_turn_do_not_end_the_game() -> None:
    position = new_position("chu", "n10k/12/12/12/12/12/12/12/12/12/12/K10N w - - 0 1")
    for move in ("l1l1", "a12a12"):
        position.play(move)
    assert str(position.status()) == "ongoing"


def test_a_search_captures_with_a_lion_and_goes_on_to_safety() -> None:
    fen = "11k/12/12/4pqp5/4nhg5/4pNp5/12/12/12/12/12/K11 w - - 0 1"
    line = SoloSearcher(4).search(new_game("chu", fen), 3000)
    assert line.moves[0] == "f7e8,e8d8"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("secondSteps = n:K", "second steps: not supported in a game with a king"),
        (f"{LIONS}\nsecondSteps = n:K\nmustCapture = true", "combined with forced captures"),
        (f"{LIONS}\nsecondSteps = n:K\npieceDrops = true", "cannot be combined with drops"),
        (f"{LIONS}\nsecondSteps = n:N", "expected second steps of W, F or K"),
        (f"{LIONS}\nsecondSteps = n:X", "unknown"),
        (f"{LIONS}\nsecondSteps = p:K", "promotes only as `promotionOnEntry` says"),
        (f"{LIONS}\nsecondSteps = n:K\nstraightSecondSteps = n:K", "second steps of two kinds"),
        (f"{LIONS}\nrifleCaptures = n:K\nsecondSteps = n:K", "second steps of two kinds"),
        (f"{LIONS}\nsecondSteps = n:K\nmutuallyImmuneTypes = n", "mutual immunity"),
    ],
)
def test_unsupported_combinations_are_refused(lines: str, error: str, tmp_path: Path) -> None:
    file = tmp_path / "lions.ini"
    file.write_text(f"[lions:chess]\n{lines}\n", encoding="utf-8")
    with pytest.raises(VariantError, match=error):
        variant_files.load(str(file))


def test_chu_shogi_has_the_numbers_of_moves_that_lishogi_counts() -> None:
    position = new_position("chu")
    assert [position.perft(depth) for depth in (1, 2)] == [36, 1296]
    assert len(position.contents()) == 2 * 46
