"""The frame of an evaluator that leaves most to another one."""


class EvaluatorOver:
    def check(self):
        """Raises what the other evaluator raises."""
        self.inner.check()

    def phase(self):
        """How much the score is one of the middlegame, 0 to 1."""
        return self.inner.phase()

    def slopes(self):
        """Of the evaluator below: nothing here is fitted."""
        return self.inner.slopes()
