"""Cells of the padded board and codes of pieces, for code that is not compiled: see mailbox.pxd."""

from amalthea.engine.core.variant import square_name

BLACK_CODES = 1 << COLOUR_SHIFT  # a type's code for White and this: Black's
HAND = IN_HAND  # the padded cell that stands for it

_NAMES = tuple(square_name(file_of(cell), rank_of(cell)) for cell in range(CELLS))


def cell_of(square):
    """Return the padded cell of a square."""
    file, rank = square
    return cell_at(file, rank)


def cell_name(cell):
    """Return the square of a padded cell, like "l12"."""
    return _NAMES[cell]
