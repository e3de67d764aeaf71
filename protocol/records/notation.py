"""Notation of moves in files and lines for people.

Moves of games with the pieces and the board of chess are SAN, as other programs write and read
them. Those of other games are written with the letters of their pieces, as each kind of game has
it, or in coordinates, as the engine writes them itself. A choice of both sides is one word,
"P@e5,p@d4".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.core.board import Notation
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.api import Position
    from amalthea.engine.core.variant import Variant

LETTERS, COORDINATES = Notation.LETTERS, Notation.COORDINATES
NOTATIONS = (LETTERS, COORDINATES)

ORTHODOX = "chess"
_ORTHODOX_LETTERS = frozenset("KQRBNP")


def written(position: Position, move: str, notation: str = LETTERS) -> str:
    """Return a legal move of a position in a notation. Raises IllegalMove.

    Moves of games with the pieces of chess are always SAN.
    """
    form = Notation.SAN if is_san(position.variant) else Notation(notation)
    return position.format_move(move, form)


@lru_cache(maxsize=64)
def is_san(variant: Variant) -> bool:
    """Return True for a game on the board of chess with no other pieces than those of chess.

    A king must be among the pieces, so that games such as Othello do not count.
    """
    letters = {piece.letter.strip("+~") for piece in kind_of(variant).piece_types(variant)}
    return "K" in letters <= _ORTHODOX_LETTERS and variant.files == variant.ranks == 8


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
