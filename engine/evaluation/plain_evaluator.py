"""Evaluators in plain Python, for positions of any kind; see core.plain_position."""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE


class PlainEvaluator(Evaluator):
    """An evaluator in plain Python, as a base class: a subclass defines `score`."""

    def __init__(self, position):
        self.position = position

    def evaluate(self, alpha, beta, margin):
        score: cython.int = 0
        with cython.gil:
            try:
                score = self.score()
            except Exception as error:
                self.failure = error
        return score if self.position.side == WHITE else -score

    def check(self):
        """Raise the exception that `score` raised since the last check, if any."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        Evaluator.check(self)

    def terms(self):
        """Return the score as the only term."""
        score = self.score()
        return [self.one_sided("score", score)], score
