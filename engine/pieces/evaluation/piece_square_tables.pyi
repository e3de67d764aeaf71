class PieceSquareTables:
    """Piece-square tables, phase weights and mobilities, all zero when made."""

    def __init__(self, full_phase: int) -> None:
        """Make an empty table. full_phase: the phase weight of all pieces of the first position."""
    def set_mobility(self, kind: int, midgame: int, endgame: int) -> None:
        """Set the value of each target square of a type, in 1/64 of a centipawn."""

    def set_score(self, code: int, cell: int, midgame: int, endgame: int, phase: int) -> None:
        """Set the value of a piece (by code) on a padded cell, scores from White's view."""
