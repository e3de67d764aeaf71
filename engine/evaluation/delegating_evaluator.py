"""The base of evaluators that wrap another one."""


class DelegatingEvaluator:
    """An evaluator that changes the scores of another one, or replaces some of them."""

    def check(self):
        """Raise the error that the inner evaluator kept, if any."""
        self.inner.check()

    def end_score(self):
        """Return the inner evaluator's part of the score that is added to any evaluation."""
        return self.inner.end_score()

    def phase(self):
        """Return the weight of the middlegame in the score, from 0 to 1."""
        return self.inner.phase()

    def gradient(self):
        """Return the gradient of the inner evaluator; the wrapper has no fitted weights."""
        return self.inner.gradient()
