def cell_name(cell: int) -> str:
    """The square of a padded cell, "l12"."""
