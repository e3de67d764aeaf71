"""Piece-square tables of a game, which `values` computes."""

import cython


class PieceSquareTables:
    """Piece-square tables, phase weights and mobilities, all zero when made."""

    def __init__(self, full_phase):
        self.full_phase = full_phase

    def set_mobility(self, kind, midgame, endgame):
        """Set the value of each target square of a type, in 1/64 of a centipawn."""
        i: cython.int = kind
        self.mobility_midgame[i] = midgame
        self.mobility_endgame[i] = endgame

    def set_score(self, code, cell, midgame, endgame, phase):
        """Set the value of a piece (by code) on a padded cell, scores from White's view."""
        score: cython.pointer[Score] = cython.address(self.scores[code * CELLS + cell])
        score.midgame = midgame
        score.endgame = endgame
        score.phase = phase
