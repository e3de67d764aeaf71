"""Sentences on rules that all kinds of games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.engine.core import english
from amalthea.engine.core.variant import UNLIMITED

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

_SIDES = {"w": "White", "b": "Black"}


def is_limit(count: int) -> bool:
    """Return True if a number of plies or repetitions limits a game."""
    return 0 < count < UNLIMITED


def first_move(variant: Variant) -> Iterator[str]:
    """Yield a sentence on the side that moves first, if one does."""
    turn = variant.start_fen(seed=1).split()[1]
    if turn in _SIDES:
        yield f"{_SIDES[turn]} moves first."


def drawn_by_repetition(variant: Variant) -> Iterator[str]:
    """Yield the condition of a draw by repetition: "if the same position occurs three times"."""
    draws = variant.draws
    if is_limit(draws.repetitions) and draws.repetition == "draw":
        yield f"if the same position occurs {english.times(draws.repetitions)}"


def stalled(variant: Variant, progress: str) -> Iterator[str]:
    """Yield the conditions on which a game without progress ends."""
    yield from drawn_by_repetition(variant)
    plies = variant.draws.plies
    if is_limit(plies):
        yield f"after {plies} plies without {progress}"
