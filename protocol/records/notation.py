"""Notation of moves in files and lines for people.

Moves of chess are SAN. Those of other games are written with the letters of their pieces, as each
kind of game has it, or in coordinates, as the engine writes them itself. A choice of both sides is
one word, "P@e5,p@d4".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from amalthea.engine.core.board import Notation

if TYPE_CHECKING:
    from amalthea.engine.api import Position

LETTERS, COORDINATES = Notation.LETTERS, Notation.COORDINATES
NOTATIONS = (LETTERS, COORDINATES)

ORTHODOX = "chess"  # the game whose moves are SAN


def written(position: Position, move: str, notation: str = LETTERS) -> str:
    """Return a legal move of a position in a notation; chess is always SAN. Raises IllegalMove."""
    san = position.variant.name == ORTHODOX
    return position.format_move(move, Notation.SAN if san else Notation(notation))


def line_written(
    position: Position, moves: Iterable[str], notation: str = LETTERS
) -> tuple[str, ...]:
    """Return moves from a position on as `written` does; the position is the same afterwards."""
    texts = []
    for move in moves:
        texts.append(written(position, move, notation))
        position.push(move, null=True)
    for _ in texts:
        position.pop()
    return tuple(texts)
