"""Cells as text; the move word itself is declared in moves.pxd and read by its position only."""

from engine.board.variant import square_name

_NAMES = tuple(square_name(cell % ROW - MARGIN, cell // ROW - MARGIN) for cell in range(CELLS))


def cell_name(cell):
    """The square of a padded cell, "l12"."""
    return _NAMES[cell]
