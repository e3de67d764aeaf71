"""Cells as text; the move word itself is declared in moves.pxd and read by its position only."""

from engine.variants.description import square_name


def cell_name(cell):
    """The square of a padded cell, "l12"."""
    return square_name(file_of(cell), rank_of(cell))
