"""Positions as values: copied, pickled, compared, hashed, in every game."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import amalthea
from amalthea.engine.api import Position
from amalthea.engine.core.position import moves_to_goal_of
from helpers.sample import one_in


def play_at_random(position: Position, moves: int, dice: random.Random) -> None:
    """Play that many random moves, fewer if the game ends."""
    for _ in range(moves):
        if position.is_over():
            return
        if position.turn is None:
            pair = (dice.choice(position.choices(side)).text for side in position.choosers)
            position.push(",".join(pair))
        else:
            position.push(dice.choice(position.legal_moves))


@pytest.mark.parametrize("name", one_in(8, amalthea.variants.names()))
def test_copies_and_pickles_equal_the_position(name: str) -> None:
    position = Position(name)
    play_at_random(position, 6, random.Random(name))
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


@pytest.mark.parametrize(
    "name", [*one_in(8, amalthea.variants.names()), "gess", "troop", "gochess"]
)
def test_a_copy_plays_on_by_itself(name: str) -> None:
    dice = random.Random(name)
    position = Position(name)
    play_at_random(position, 12, dice)
    alone = Position(name, position.game.first_fen, [move.text for move in position.moves])
    before = position.fen()
    for other in (position.copy(), pickle.loads(pickle.dumps(position))):
        play_at_random(other, 12, dice)
        assert position.fen() == before
        for move in other.moves[position.ply :]:
            alone.push(move)
        assert (other, other.status, other.legal_moves) == (alone, alone.status, alone.legal_moves)
        while other.ply:
            assert other.pop() == alone.moves[other.ply]
        assert other == Position(name, position.game.first_fen)
        while alone.ply > position.ply:
            alone.pop()
        assert alone == position


def test_a_copy_knows_what_has_been_repeated() -> None:
    position = Position("chess", moves=["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    position.pop()
    for other in (position.copy(), pickle.loads(pickle.dumps(position))):
        assert not other.is_over()
        other.push("f6g8")
        assert str(other.outcome()) == "Draw by repetition"
        assert other.pop().text == "f6g8"
        assert other.moves == position.moves


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


@pytest.mark.parametrize("name", one_in(8, amalthea.variants.names()))
def test_a_position_of_its_own_fen_is_equal_and_has_nothing_to_remark(name: str) -> None:
    position = Position(name)
    for _ in range(4):
        play_at_random(position, 3, random.Random(position.fen()))
        written = position.fen()
        quickly, carefully = Position(position.variant, written), Position(name, f"{written} ")
        assert quickly == carefully == position
        assert quickly.legal_moves == carefully.legal_moves
        assert quickly.remarks == carefully.remarks == ()
        assert quickly.game.fen == written


@pytest.mark.parametrize("name", one_in(8, amalthea.variants.names()))
def test_the_moves_to_the_goal_of_a_move_are_those_that_end_there(name: str) -> None:
    position = Position(name)
    play_at_random(position, 12, random.Random(name))
    legal = position.legal_moves if position.turn else ()
    for move in legal[:20]:
        near = moves_to_goal_of(position.game.position, move.text)
        beside = [
            each.text for each in legal if each.from_square and each.to_square == move.to_square
        ]
        assert move.text in near
        assert {text for text in near if "@" not in text} >= {*beside} - {move.text}
