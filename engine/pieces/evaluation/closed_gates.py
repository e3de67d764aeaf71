"""Evaluator wrapper that takes off pieces in hand for which no square to enter on is left."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import COLOUR_SHIFT


class ClosedGatesEvaluator(AddingEvaluator):
    def __init__(self, state, inner):
        """Wrap an evaluator of a game in which pieces enter only behind first moves."""
        self.state = state
        self.inner = inner

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        listed, total = self.inner.terms()
        white, black = -self._stuck_value(0), -self._stuck_value(1)
        return [*listed, ("closed gates", white, black)], total + white - black

    def end_score(self):
        """Return the part of the score that stands over any evaluation, White's view."""
        return self.inner.end_score() + self.added_score()

    def added_score(self):
        """Return the value of pieces that cannot enter any more, from White's view."""
        return self._stuck_value(1) - self._stuck_value(0)

    def _stuck_value(self, colour):
        """Return the centipawns of a side's pieces in hand for which too few squares are left.

        Which pieces these will be is not known; those whose types come first are taken.
        """
        half: cython.int = self.state.tables.rights // 2
        bit: cython.int
        kind: cython.int
        many: cython.int
        left: cython.int = self.state.held[colour]
        lost: cython.int = 0
        for bit in range(colour * half, (colour + 1) * half):
            left -= self.state.rights >> bit & 1
        for kind in range(1, self.state.tables.types + 1):
            if left <= 0:
                break
            many = min(left, self.state.hand[colour << COLOUR_SHIFT | kind])
            lost += many * self.state.exchange[kind]
            left -= many
        return lost
