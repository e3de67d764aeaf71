"""What the pieces of a game are worth where they stand; `values` computes it."""

import cython


class Worth:
    """Piece-on-square scores and phase weights, all zero when made."""

    def set_placed(self, code, cell, midgame, endgame, phase):
        """What a piece (by code) adds on a padded cell, scores from White's view."""
        score: cython.pointer[Score] = cython.address(self.placed[code * CELLS + cell])
        score.midgame = midgame
        score.endgame = endgame
        score.phase = phase
