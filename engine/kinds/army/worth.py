"""The numbers a position sums up as it changes; engine.evaluation computes them."""


class Worth:
    """Piece-on-square scores, exchange values and phase weights, all zero when made."""

    def set_type(self, kind, exchange, phase):
        """Exchange value in centipawns and phase weight of a piece type."""
        self.exchange[kind] = exchange
        self.phase[kind] = phase

    def phase_of(self, kind):
        """The phase weight of a piece type."""
        return self.phase[kind]

    def set_placed(self, code, cell, midgame, endgame):
        """The score of a piece (by code) on a padded cell, from White's view."""
        self.placed[code * CELLS + cell].midgame = midgame
        self.placed[code * CELLS + cell].endgame = endgame
