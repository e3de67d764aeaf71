"""Secret placement: which pieces, in which order, where, and who begins afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

import amalthea
from amalthea.engine.core.position import Position
from amalthea.engine.errors import VariantError
from helpers.variant_files import load_one

EMPTY = "8/8/8/8/8/8/8/8"
GAME = "[placed:chess]\ncastling = false\nplacementApart = b\nplacementFirst = r\n"
ROOKS_FIRST = f"placement = rbbk\nstartFen = {EMPTY}[RBBKrbbk] - - - 0 1\n"
MOVES = ("R@a1,r@h8", "B@g3,b@a7", "B@h3,b@b7", "K@b1,k@a8")


def placed(folder: Path, text: str, moves: tuple[str, ...] = ()) -> Position:
    game = load_one(folder / "placement.ini", text)
    position = amalthea.new_position(game, game.start)
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("keys", "letter"),
    [(ROOKS_FIRST, "R"), (ROOKS_FIRST.replace("rbbk", "bbrk").replace("RBBK", "BBRK"), "B")],
    ids=["rooks first", "bishops first"],
)
def test_pieces_are_placed_in_the_order_of_the_key(tmp_path: Path, keys: str, letter: str) -> None:
    assert {choice[0] for choice in placed(tmp_path, GAME + keys).choices("w")} == {letter}


def test_second_of_the_named_pieces_goes_to_the_other_colour(tmp_path: Path) -> None:
    bishops = GAME + ROOKS_FIRST
    choices = placed(tmp_path, bishops, MOVES[:2]).choices("w")
    assert {"B@h3", "B@c1"} & set(choices) == {"B@h3"}  # g3 and c1 are dark, h3 is light
    rooks = f"placement = rrbk\nstartFen = {EMPTY}[RRBKrrbk] - - - 0 1\n"
    text = GAME.replace("placementApart = b", "placementApart = r") + rooks
    choices = placed(tmp_path, text, MOVES[:1]).choices("w")
    assert {"R@b1", "R@c1"} & set(choices) == {"R@b1"}


def test_a_game_has_its_other_rules_after_the_placement(tmp_path: Path) -> None:
    text = f"{GAME}passOnStalemate = true\n{ROOKS_FIRST}"
    after = placed(tmp_path, text, MOVES)
    assert type(after) is type(amalthea.new_position(after.variant, after.fen()))


def test_placement_without_a_rule_for_the_first_move_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="expected placementFirst"):
        placed(tmp_path, GAME.replace("placementFirst = r\n", "") + ROOKS_FIRST)


@pytest.mark.parametrize(("first", "side"), [("r", "w"), ("b", "b")])
def test_side_whose_king_is_nearest_to_the_named_pieces_begins(
    tmp_path: Path, first: str, side: str
) -> None:
    text = GAME.replace("placementFirst = r", f"placementFirst = {first}") + ROOKS_FIRST
    assert placed(tmp_path, text, MOVES).fen().split()[1] == side
