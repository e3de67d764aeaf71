"""The abstract evaluator, which gives one position its static evaluation."""


class Evaluator:
    """The static evaluation of one position, called by the search."""

    def check(self):
        """Raise NotImplementedError if a method was called that the class lacks."""
        if self.missing:
            raise self._missing_error(self.missing.decode())

    def evaluate(self, alpha, beta, margin):
        """Return the static evaluation in centipawns from the view of the side to move.

        A score that is more than `margin` outside the window (alpha, beta) may be a quick estimate,
        which is rarely on the wrong side of the window.
        """
        self.missing = b"evaluate"  # no exception can be raised here, see engine.core.position
        return 0

    def score(self):
        """Return the full evaluation in centipawns from White's view."""
        raise self._missing_error("score")

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        raise self._missing_error("terms")

    def active_evaluator(self):
        """Return the evaluator that is responsible for the current position, maybe another one."""
        return self

    def end_score(self):
        """Return the part of the score that is added to any evaluation, in cp from White's view.

        It says how near a side is to winning by another goal than mate, such as a race. It is 0
        for an evaluator that adds nothing.
        """
        return 0

    def phase(self):
        """Return the weight of the middlegame in the score, from 0 to 1."""
        return 1.0

    def gradient(self):
        """Return the derivative of White's score by each of the `GameKind.gradient_terms`."""
        raise self._missing_error("gradient")

    def one_sided(self, name, score):
        """Return a score from White's view as a term of the side that it favours."""
        return name, max(score, 0), max(-score, 0)

    def _missing_error(self, method):
        """Return the error for a method that the class lacks."""
        return NotImplementedError(f"{type(self).__name__} has no method {method!r}")
