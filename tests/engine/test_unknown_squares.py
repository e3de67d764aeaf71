"""Moves that name squares which no board has: they are illegal in every game, and nothing else."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.errors import IllegalMove
from amalthea.engine.new_games import new_game
from helpers.sample import games_of_each_rule

KINDS = ("amazons", "ataxx", "chess", "chu", "gast", "gess", "gochess", "tamerlane", "troop")
WORDS = (
    "a0a0",
    "a0a0,a0a0",
    "a1a0,a0a1",
    "a00a1",
    "a1a99",
    "a99t99",
    "t20t20",
    "t20t20k",
    "a1t20,t20a1",
    "a1b1,a0",
    "@a0",
    "P@a0",
    "P@a99,p@t99",
    "a1a2\u0661",
)


@pytest.mark.parametrize("name", sorted({*KINDS, *games_of_each_rule()}))
def test_a_move_to_an_unknown_square_is_illegal(name: str) -> None:
    game = new_game(variants.get(name))
    position = Position(name)
    for word in WORDS:
        with pytest.raises(IllegalMove):
            game.play(word)
        with pytest.raises(IllegalMove):
            position.parse_move(word)
