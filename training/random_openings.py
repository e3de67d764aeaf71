"""Openings of training games: random moves from the start, after any random placement."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from amalthea.engine.core.game import Game, joint_move
from amalthea.engine.errors import IllegalMove
from amalthea.engine.new_games import new_game

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.training.recipe import Recipe


def opening_lengths(variant: Variant, recipe: Recipe) -> tuple[int, int]:
    """Return the least and greatest number of random moves."""
    placed = len(new_game(variant).position.choosers()) > 1
    return recipe.placed_opening if placed else recipe.opening


def random_opening(variant: Variant, rng: random.Random, length: int) -> Game | None:
    """Return a game after `length` random moves, None if it ended before.

    Simultaneous choices of both sides are not counted.
    """
    game = new_game(variant, variant.start_fen(rng.getrandbits(30)))
    while game.position.status().state == "ongoing":
        position = game.position
        sides = position.choosers()
        if len(sides) == 1 and length <= 0:
            return game
        length -= len(sides) == 1
        try:
            game.play(joint_move(rng.choice(position.choices(side)) for side in sides))
        except IllegalMove:  # the choices of two sides may exclude each other
            return None
    return None
