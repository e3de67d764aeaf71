class Worth:
    """Piece-on-square scores and phase weights, all zero when made."""

    def set_phase(self, kind: int, phase: int) -> None:
        """The phase weight of a piece type."""
    def phase_of(self, kind: int) -> int:
        """The phase weight of a piece type."""
    def set_placed(self, code: int, cell: int, midgame: int, endgame: int) -> None:
        """The score of a piece (by code) on a padded cell, from White's view."""
