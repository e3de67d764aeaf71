class Worth:
    """Piece-on-square scores, phase weights and mobilities, all zero when made."""

    def __init__(self, full_phase: int) -> None:
        """full_phase: the phase weight of all pieces that begin the game."""
    def set_mobility(self, kind: int, midgame: int, endgame: int) -> None:
        """What each goal of a type is worth, 1/64 of a centipawn."""

    def set_placed(self, code: int, cell: int, midgame: int, endgame: int, phase: int) -> None:
        """What a piece (by code) adds on a padded cell, scores from White's view."""
