"""Null moves: passes that are no moves of the game, by which threats are found."""

from __future__ import annotations

import random

import pytest

import amalthea
from amalthea.engine import variants
from amalthea.engine.new_games import after_null_move, new_game


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_the_other_side_moves_in_the_same_position(name: str) -> None:
    dice = random.Random(name)
    game = new_game(name, variants.get(name).start_fen(seed=5))
    seen = 0
    for _ in range(60):
        position = game.position
        before = position.fen()
        after = after_null_move(position)
        assert position.fen() == before
        if after is None:
            assert position.in_check() or len(position.choosers()) > 1
        else:
            seen += 1
            placement, side, _, target, *_ = after.fen().split()
            assert (placement, target) == (before.split()[0], "-")
            assert {side, position.turn} == {"w", "b"}
            assert after.legal_moves()
        game.play(dice.choice(position.legal_moves()))
        if game.position.status().state != "ongoing":
            break
    assert seen


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"),  # in check
        ("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"),  # mated
        ("chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"),  # stalemated
        ("gess", "18/" * 17 + "18 b - - 0 1"),  # over
        ("gochess", variants.get("gochess").start_fen(seed=5)),  # both choose
    ],
)
def test_positions_without_a_null_move(name: str, fen: str) -> None:
    assert after_null_move(amalthea.new_position(name, fen)) is None


def test_null_move_ends_en_passant() -> None:
    after = after_null_move(amalthea.new_position("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"))
    assert after is not None
    assert after.fen() == "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 2"
