"""Evaluator wrapper by which a lead counts less if the last pieces are on opposite shades.

If each side has one piece beside king and pawns, and the two keep to opposite shades, neither can
drive the other from the squares that its own pawns must cross. Games show that a lead then wins
half as often as in other endings. Neither piece-square sums nor nets show it, since it belongs to
no single piece and square.
"""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import TYPE_MASK, file_of, rank_of
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, is_piece

from amalthea.engine.pieces.description.mating import is_one_shade

# A logistic fit to the results of 586 such games of chess has 0.20 to 0.25 where 369 games with
# both on one shade have 0.40 to 0.45 for each pawn ahead.
_DIVISOR = cython.declare(cython.int, 2)  # of the score
_NONE = cython.declare(cython.int, 2)  # a piece that does not keep to a shade


class OppositeShadesEvaluator(DelegatingEvaluator):
    def __init__(self, state, inner):
        self.state = state
        self.inner = inner
        kind: cython.int
        for kind, piece in enumerate(state.variant.pieces, 1):
            self.one_shade[kind] = not piece.second_square and is_one_shade(piece, state.variant)

    def active_evaluator(self):
        """Return the evaluator that applies to the position."""
        return self if self._are_opposite() else self.inner.active_evaluator()

    def evaluate(self, alpha, beta, margin):
        if self._are_opposite():
            return self.inner.evaluate(_DIVISOR * alpha, _DIVISOR * beta, margin) // _DIVISOR
        return self.inner.evaluate(alpha, beta, margin)

    def score(self):
        """Return the whole evaluation in centipawns from White's view."""
        score: cython.int = self.inner.score()
        return score // _DIVISOR if self._are_opposite() else score

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        total: cython.int
        listed, total = self.inner.terms()
        if not self._are_opposite():
            return listed, total
        left: cython.int = total // _DIVISOR
        lost: cython.int = left - total
        return [*listed, ("opposite shades", min(lost, 0), min(-lost, 0))], left

    def _are_opposite(self):
        """Return True if the remaining pieces keep to opposite shades."""
        if self.state.pieces[0] != 1 or self.state.pieces[1] != 1:
            return False
        return self._shade_of(0) + self._shade_of(1) == 1  # dark 0, light 1

    def _shade_of(self, colour):
        """Return the shade, 0 or 1, of a side's only piece; _NONE if it does not keep to one."""
        slot: cython.int
        cell: cython.int
        kind: cython.int
        for slot in range(self.state.slots[colour]):
            cell = self.state.cell_of[colour * SLOTS + slot]
            if cell and is_piece(self.state, self.state.board[cell]):
                kind = self.state.board[cell] & TYPE_MASK
                return (file_of(cell) + rank_of(cell)) % 2 if self.one_shade[kind] else _NONE
        return _NONE
