"""Evaluators written in plain Python, for positions of any kind: see core.plain_position."""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE


class PlainEvaluator(Evaluator):
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
        """Raises what went wrong since the last check."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        Evaluator.check(self)

    def terms(self):
        """One term, the score."""
        score = self.score()
        return [("score", max(score, 0), max(-score, 0))], score
