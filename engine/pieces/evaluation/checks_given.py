"""Evaluator wrapper that adds the value of checks given, for games that a number of checks wins.

Each further check is worth more than the one before. Neither nets nor square tables know how many
have been given.
"""

import cython


class ChecksGivenEvaluator(AddingEvaluator):
    def __init__(self, state, inner, worth):
        """Wrap an evaluator. worth: see `check_given` in pieces.evaluation.weights."""
        self.state = state
        self.inner = inner
        i: cython.int
        for i in range(1, self.state.tables.checks):
            self.worth_left[i] = worth // i - worth // self.state.tables.checks

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        listed, total = self.inner.terms()
        white, black = (self.worth_left[self.state.checks_left[side]] for side in (0, 1))
        return [*listed, ("checks given", white, black)], total + white - black

    def end_score(self):
        """Return the part of the score that stands over any evaluation, White's view."""
        return self.inner.end_score() + self.added_score()

    def added_score(self):
        """Return the value of the checks given from White's view."""
        white: cython.int = self.worth_left[self.state.checks_left[0]]
        return white - self.worth_left[self.state.checks_left[1]]
