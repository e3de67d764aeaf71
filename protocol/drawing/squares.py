"""The squares of a board to be drawn, their names, and those to mark for a move.

A cell is a square as (file, rank), from 0 at the lower left corner of the board from White's point
of view. A token is a piece, a stone or a blocked square as FEN writes it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import SQUARE, parse_square, square_name
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.core.board import Move
    from amalthea.engine.core.variant import Variant

Cell = tuple[int, int]

_SQUARE = re.compile(SQUARE)


class DrawingError(AmaltheaError, ValueError):
    """Error for a requested picture that cannot be drawn."""


def origin(variant: Variant) -> int:
    """Return the number of labels before those of the first file and the first rank."""
    return kind_of(variant).first_label


def name(cell: Cell, variant: Variant) -> str:
    """Return the name of a cell."""
    before = origin(variant)
    return square_name(cell[0] + before, cell[1] + before)


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


def squares_to_mark(move: Move, variant: Variant) -> tuple[str, ...]:
    """Return the squares to mark for a move: those of all stones of a block, or else its ends.

    The ends of a piece on several squares are all squares that it covers.
    """
    cells: list[Cell | None] = [end for ends in zip(*move.carried, strict=True) for end in ends]
    if not cells:
        ends = (move.from_square, move.piece), (move.to_square, move.arriving)
        cells += [choice.to_square for choice in move.choices] + [at for at, _ in ends]
        for at, piece in ends:
            cells += covered(at, piece.symbol, variant) if at and piece else ()
    return tuple(name(at, variant) for at in dict.fromkeys(cells) if at)
