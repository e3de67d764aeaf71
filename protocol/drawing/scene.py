"""The contents of a position to be drawn, and the names of squares; styles decide on looks.

A cell is a square as (file, rank), from 0 at the lower left corner of the board from White's point
of view. A token is a piece, a stone or a blocked square as FEN writes it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import parse_square, square_name
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

Cell = tuple[int, int]
Scene = dict[Cell, str]

_SQUARE = re.compile(r"[a-t][1-9][0-9]?")


class DrawingError(AmaltheaError, ValueError):
    """Error for a requested picture that cannot be drawn."""


def scene(variant: Variant, fen: str) -> Scene:
    """Return the token on each square; of a large piece, on its anchor. Raises FenError."""
    return kind_of(variant).scene(variant, fen)


def origin(variant: Variant) -> int:
    """Return the number of labels before those of the first file and the first rank."""
    return kind_of(variant).first_label


def name(cell: Cell, variant: Variant) -> str:
    """Return the name of a cell."""
    return square_name(cell[0] + origin(variant), cell[1] + origin(variant))


def cell(square: str, variant: Variant) -> Cell:
    """Return the cell of a square, also just outside the board if that has labels there.

    Raises DrawingError.
    """
    found = parse_square(square)
    before = origin(variant)
    most = variant.files + 2 * before, variant.ranks + 2 * before
    if found is None or found[0] >= most[0] or found[1] >= most[1]:
        last = square_name(most[0] - 1, most[1] - 1)
        raise DrawingError(f"{variant.name} has no square {square!r}, expected a1 to {last}")
    return found[0] - before, found[1] - before


def squares(move: str) -> tuple[str, ...]:
    """Return the squares that a move's text names, each once."""
    return tuple(dict.fromkeys(_SQUARE.findall(move)))


def covered(at: Cell, token: str, variant: Variant) -> tuple[Cell, ...]:
    """Return the cells that a token covers when its anchor is on a cell."""
    offsets = kind_of(variant).covered(variant, token)
    return tuple((at[0] + files, at[1] + ranks) for files, ranks in offsets)


def extent(variant: Variant, token: str) -> tuple[int, int]:
    """Return how many files and ranks a token covers."""
    files, ranks = zip(*kind_of(variant).covered(variant, token), strict=True)
    return 1 + max(files), 1 + max(ranks)


def squares_to_mark(move: str, before: Scene, after: Scene, variant: Variant) -> tuple[str, ...]:
    """Return the squares to mark for a move: those it names, and all that its piece covers."""
    if block := kind_of(variant).block(variant, move):
        cells = [*(start for start, _ in block), *(end for _, end in block)]
        return tuple(name(at, variant) for at in dict.fromkeys(cells))
    named = [cell(square, variant) for square in squares(move)]
    cells = list(named)
    for at, board in ((named[0], before), (named[-1], after)) if named else ():
        if at in board:
            cells += covered(at, board[at], variant)
    return tuple(name(at, variant) for at in dict.fromkeys(cells))
