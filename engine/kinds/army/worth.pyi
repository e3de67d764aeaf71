class Worth:
    """Piece-on-square scores and phase weights, all zero when made."""

    def set_placed(self, code: int, cell: int, midgame: int, endgame: int, phase: int) -> None:
        """What a piece (by code) adds on a padded cell, scores from White's view."""
