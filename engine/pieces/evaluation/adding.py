"""The base of evaluators that add something to the scores of another one."""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE


class AddingEvaluator(DelegatingEvaluator):
    """Evaluator wrapper whose scores are those of the inner evaluator plus `added_score`."""

    def evaluate(self, alpha, beta, margin):
        more: cython.int = self.added_score()
        if self.state.side != WHITE:
            more = -more
        return self.inner.evaluate(alpha - more, beta - more, margin) + more

    def score(self):
        """Return the whole evaluation in centipawns from White's view."""
        return self.inner.score() + self.added_score()

    def added_score(self):
        """Return the centipawns that are added, from White's view."""
        self.missing = b"added_score"  # no exception can be raised here, see engine.core.position
        return 0
