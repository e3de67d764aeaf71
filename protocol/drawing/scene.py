"""What is to be drawn of a position, and where squares lie. How it looks is not decided here.

A cell is (file, rank) from 0 at the board's lower left corner as White sees it. A token is a
piece's letter as FEN writes it, or BLOCKED.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.board import fen as army_fen
from engine.board.variant import parse_square, square_name
from engine.errors import AmaltheaError
from engine.kinds.army.army_fen import BLOCKED

if TYPE_CHECKING:
    from engine.board.variant import Variant

Cell = tuple[int, int]

_SQUARE = re.compile(r"[a-t][1-9][0-9]?")


class DrawingError(AmaltheaError, ValueError):
    """A picture is asked for that cannot be drawn."""


def scene(variant: Variant, fen: str) -> dict[Cell, str]:
    """The token on each cell; a piece on two cells stands on its anchor. Raises FenError."""
    if variant.stones:
        from engine.board import stone_fen

        letter = variant.stones.letter
        letters = {"w": letter, "b": letter.lower()}
        return {at: letters[side] for at, side in stone_fen.read(fen, variant).colours.items()}
    if variant.placement and "[" in fen:
        from engine.board import placement

        placed = placement.read(fen, variant)
        return {**dict.fromkeys(placed.blocked, BLOCKED), **placed.pieces}
    setup = army_fen.read(fen, variant)
    return {**dict.fromkeys(setup.blocked, BLOCKED), **setup.pieces}


def origin(variant: Variant) -> int:
    """How many labels there are before the first file's and the first rank's."""
    return 1 if variant.stones else 0


def name(cell: Cell, variant: Variant) -> str:
    """A cell's square as text."""
    return square_name(cell[0] + origin(variant), cell[1] + origin(variant))


def cell(square: str, variant: Variant) -> Cell:
    """The cell of a square; of a patch's centre also one just outside. Raises DrawingError."""
    found = parse_square(square)
    before = origin(variant)
    most = variant.files + 2 * before, variant.ranks + 2 * before
    if found is None or found[0] >= most[0] or found[1] >= most[1]:
        last = square_name(most[0] - 1, most[1] - 1)
        raise DrawingError(f"{variant.name} has no square {square!r}, expected a1 to {last}")
    return found[0] - before, found[1] - before


def squares(move: str) -> tuple[str, ...]:
    """The squares that a move's text names, each once."""
    return tuple(dict.fromkeys(_SQUARE.findall(move)))


def covered(at: Cell, token: str, variant: Variant) -> tuple[Cell, ...]:
    """The cells that a token covers when its anchor stands there."""
    if variant.stones or token == BLOCKED:
        return (at,)
    second = variant.piece(token.upper()).covers
    return (at, (at[0] + second[0], at[1] + second[1])) if second else (at,)


def touched(
    move: str, before: dict[Cell, str], after: dict[Cell, str], variant: Variant
) -> tuple[str, ...]:
    """The squares to be marked for a move: those it names and all that its piece covers there."""
    named = [cell(square, variant) for square in squares(move)]
    cells = list(named)
    for at, board in ((named[0], before), (named[-1], after)):
        if at in board:
            cells += covered(at, board[at], variant)
    return tuple(name(at, variant) for at in dict.fromkeys(cells))
