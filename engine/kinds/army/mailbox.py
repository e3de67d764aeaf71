"""Cells of the padded board as text; what a cell is stands in mailbox.pxd."""

from engine.board.variant import square_name

_NAMES = tuple(square_name(file_of(cell), rank_of(cell)) for cell in range(CELLS))


def cell_name(cell):
    """The square of a padded cell, "l12"."""
    return _NAMES[cell]
