"""The text of moves of formations: `e3e4pn` has from, to, formation and facing.

The squares are those of a leading stone; the formation is given by its letter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from amalthea.engine.core.variant import SQUARE, Square, parse_square
from amalthea.engine.troop.shapes import Head, Pattern
from amalthea.engine.troop.variant import TroopVariant

_MOVE = re.compile(rf"({SQUARE})({SQUARE})([a-z](?:[ns][ew]?|[ew]))")


@dataclass(frozen=True, slots=True)
class NamedMove:
    """A move as a text gives it.

    number: the index of the pattern among those of the game.
    start, end: the squares of the stone that names the pattern, before and after the move.
    """

    number: int
    pattern: Pattern
    start: Square
    end: Square

    def moved_stones(self) -> tuple[tuple[Square, Square], ...]:
        """Return (from, to) of each stone, the naming one first."""
        return tuple((_add(self.start, at), _add(self.end, at)) for at in self.pattern.stones)

    def heads(self) -> tuple[tuple[Square, int], ...]:
        """Return (square, facing) of each leading stone after the move."""
        return self._heads(self.end)

    def heads_before(self) -> tuple[tuple[Square, int], ...]:
        """Return (square, facing) of each leading stone before the move."""
        return self._heads(self.start)

    def _heads(self, naming: Square) -> tuple[tuple[Square, int], ...]:
        return tuple((_add(naming, head.square), head.facing) for head in self.pattern.heads)


def read_move(variant: TroopVariant, text: str) -> NamedMove | None:
    """Return the move that a text names by any of its leading stones.

    Returns None if the text can name no move on any board.
    """
    match = _MOVE.fullmatch(text)
    found = _codes(variant).get(match[3]) if match else None
    if not match or not found:
        return None
    number, pattern, head = found
    start, end = parse_square(match[1]), parse_square(match[2])
    assert start and end
    away = (-head.square[0], -head.square[1])
    return NamedMove(number, pattern, _add(start, away), _add(end, away))


@lru_cache(maxsize=16)
def _codes(variant: TroopVariant) -> dict[str, tuple[int, Pattern, Head]]:
    """Return (index, pattern, head) by the letter and facing that name them."""
    return {
        pattern.code(at): (number, pattern, head)
        for number, pattern in enumerate(variant.patterns())
        for at, head in enumerate(pattern.heads)
    }


def _add(square: Square, away: Square) -> Square:
    return square[0] + away[0], square[1] + away[1]
