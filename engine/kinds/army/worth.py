"""What the pieces of a game are worth where they stand; `values` computes it."""


class Worth:
    """Piece-on-square scores and phase weights, all zero when made."""

    def set_phase(self, kind, phase):
        """The phase weight of a piece type."""
        self.phase[kind] = phase

    def phase_of(self, kind):
        """The phase weight of a piece type."""
        return self.phase[kind]

    def set_placed(self, code, cell, midgame, endgame):
        """The score of a piece (by code) on a padded cell, from White's view."""
        self.placed[code * CELLS + cell].midgame = midgame
        self.placed[code * CELLS + cell].endgame = endgame
