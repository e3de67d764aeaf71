"""Evaluator wrapper that adds the value of the last pieces of a type, which a side must not lose.

Each further piece of the type is worth less than the one before. A net learns that by itself.
"""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.tables import Extinct
from cython.cimports.amalthea.engine.pieces.moves.endings import count_of


class LastPiecesEvaluator(AddingEvaluator):
    def __init__(self, state, inner, worth):
        """Wrap an evaluator. worth: see `last_pieces` in pieces.evaluation.weights."""
        self.state = state
        self.inner = inner
        self.worth = worth

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        listed, total = self.inner.terms()
        white: cython.int = self._expendable_value(0)
        black: cython.int = self._expendable_value(1)
        return [*listed, ("last pieces", white, black)], total + white - black

    def added_score(self):
        """Return the value, from White's view, of the pieces that a side can afford to lose."""
        return self._expendable_value(0) - self._expendable_value(1)

    def _expendable_value(self, colour):
        """Return the centipawns of the pieces that a side may lose without losing the game."""
        extinct: cython.pointer[Extinct]
        worth: cython.int = 0
        above: cython.int
        i: cython.int
        for i in range(self.state.tables.extinctions):
            extinct = cython.address(self.state.tables.extinct[i])
            above = count_of(self.state, colour, extinct.kind) - extinct.left
            if extinct.value < 0 and extinct.kind and above > 0:
                worth += self.worth - self.worth // above
        return worth
