"""Positions as values: copied, pickled, compared, hashed, in every game."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import amalthea
from amalthea.engine.api import Position
from helpers.sample import one_in


@pytest.mark.parametrize("name", one_in(8, amalthea.variants.names()))
def test_copies_and_pickles_equal_the_position(name: str) -> None:
    dice = random.Random(name)
    position = Position(name)
    while position.ply < 6 and not position.is_over():
        if position.turn is None:
            pair = (dice.choice(position.choices(side)).text for side in position.choosers)
            position.push(",".join(pair))
        else:
            position.push(dice.choice(position.legal_moves))
    for other in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert isinstance(other, Position)
        assert other == position
        assert hash(other) == hash(position)
        assert other.moves == position.moves
        assert other.remarks == position.remarks
        other.pop()
        assert other != position


def test_positions_of_a_loaded_game_and_of_chess960_are_pickled() -> None:
    amalthea.load_variants(text="[tiny:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n")
    castling = Position("chess", "4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", ["c1b1"], chess960=True)
    for position in (Position("tiny"), castling):
        assert pickle.loads(pickle.dumps(position)) == position
    assert castling.moves[0].text == "c1b1"


def test_positions_equal_others_of_the_same_game_and_board() -> None:
    moves = ["g1f3", "g8f6"]
    assert Position("chess", moves=moves) == Position("chess", moves=["g1f3", "g8f6"])
    assert Position("chess", moves=moves) != Position("chess", moves=["g1f3", "b8c6"])
    assert Position("chess") != Position("nocastle")
    assert Position("chess") != "chess"
    assert len({Position("chess"), Position("chess"), Position("gast")}) == 2


def test_claims_are_outcomes_with_moves_left() -> None:
    position = Position("chess", moves=["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    assert str(position.claim()) == "Draw by repetition"
    assert position.legal_moves
    assert Position("chess").claim() is None
    assert Position("chess", moves=["f2f3", "e7e5", "g2g4", "d8h4"]).claim() is None
