"""The abstract evaluator: bound to one position, asked by the search."""


class Evaluator:
    def check(self):
        """Raises NotImplementedError if a method was called that the class lacks."""
        if self.missing:
            raise self._without(self.missing.decode())

    def evaluate(self, alpha, beta, margin):
        """Centipawns from the side to move's view.

        A score more than `margin` outside (alpha, beta) may be rough: quickly found, and rarely
        wrong about the side of the window it lies on.
        """
        self.missing = b"evaluate"  # nothing can be raised here: see amalthea.engine.core.position
        return 0

    def score(self):
        """The whole evaluation in centipawns from White's view."""
        raise self._without("score")

    def terms(self):
        """([(name, White's, Black's)], total): centipawns, the total from White's view."""
        raise self._without("terms")

    def judge(self):
        """Who judges the position as it stands: one evaluator may leave most to another."""
        return self

    def phase(self):
        """How much the score is one of the middlegame, 0 to 1."""
        return 1.0

    def slopes(self):
        """White's view: how much the score has of each weight that `GameKind.slopes` names."""
        raise self._without("slopes")

    def _without(self, method):
        """The error of a method that the class lacks."""
        return NotImplementedError(f"{type(self).__name__} has no method {method!r}")
