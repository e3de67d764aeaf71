"""The frame of hand-written evaluations: features of each side are counted and weighted.

Each count has a weight for the middlegame and one for the endgame; the score is interpolated
between both by the phase of the game. A subclass does the counting, and measures the phase.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE

from amalthea.engine.evaluation.weights import PHASES


class CountedEvaluator(Evaluator):
    """The weighted sum of counts of each side, tapered between two phases."""

    def __init__(self, position, units, groups, weights, parts, full_phase):
        """Set the weights of the counts.

        units: by name of the count, how many of it its weights are for; `NAME_midgame` and
            `NAME_endgame` are these weights in centipawns.
        groups: the terms that `terms` shows, each as (name, end): the counts up to `end`.
        weights: all weights by name.
        parts: the weights are kept in so many parts of a centipawn.
        full_phase: the phase at the start of a game.

        Raises ValueError if there are more than MAX_COUNTS counts.
        """
        self.position = position
        self.groups = tuple(groups)
        self.parts = parts
        self.full_phase = full_phase
        self.units = []
        for name, unit in units.items():
            self.add_count(*(weights[f"{name}_{phase}"] for phase in PHASES), unit)

    def add_count(self, midgame, endgame, unit):
        """Add a count with its weights in centipawns for `unit` of it. Raises ValueError."""
        if self.count_total == MAX_COUNTS:
            raise ValueError(f"more than {MAX_COUNTS} counts")
        self.midgame[self.count_total] = midgame * self.parts // unit
        self.endgame[self.count_total] = endgame * self.parts // unit
        self.count_total += 1
        self.units.append(unit)

    def evaluate(self, alpha, beta, margin):
        return (1 if self.position.side == WHITE else -1) * self.full_score() + self.tempo

    def score(self):
        return self.full_score() + (self.tempo if self.position.side == WHITE else -self.tempo)

    def terms(self):
        """Return the groups of counts and the tempo as terms, in cp, and the score."""
        score: cython.int = self.score()
        first: cython.int = 0
        listed = []
        for name, end in self.groups:
            listed.append(self.group(name, first, end))
            first = end
        tempo = self.tempo if self.position.side == WHITE else -self.tempo
        return [*listed, self.one_sided("tempo", tempo)], score

    def group(self, name, first, end):
        """Return the counts from `first` to `end` - 1 as one term, in cp."""
        i: cython.int
        colour: cython.int
        both = []
        for colour in range(2):
            midgame: cython.longlong = 0
            endgame: cython.longlong = 0
            for i in range(first, end):
                midgame += self.counts[colour * MAX_COUNTS + i] * self.midgame[i]
                endgame += self.counts[colour * MAX_COUNTS + i] * self.endgame[i]
            both.append(self.score_from_sums(midgame, endgame))
        return name, *both

    def phase(self):
        left: cython.double = self.phase_left()
        return min(1.0, left / self.full_phase)

    def gradient(self):
        """Return the gradient of White's score: both phases of each count, then the tempo."""
        self.count()
        phase: cython.double = self.phase()
        part: cython.double
        i: cython.int
        found = []
        for i in range(self.count_total):
            part = self.counts[i] - self.counts[MAX_COUNTS + i]
            part /= self.units[i]
            found += [part * phase, part * (1 - phase)]
        return [*found, 1.0 if self.position.side == WHITE else -1.0]

    # Overridden by a subclass; by default nothing is counted.

    def count(self):
        """Count the features of both sides into `counts`."""

    def phase_left(self):
        """Return the phase of the position: `full_phase` at the start, 0 with nothing left."""
        return self.full_phase

    def full_score(self):
        """Return the evaluation in centipawns from White's view without the tempo."""
        midgame: cython.longlong
        endgame: cython.longlong
        self.count()
        sum_counts(self, cython.address(midgame), cython.address(endgame))
        return self.score_from_sums(midgame, endgame)

    def score_from_sums(self, midgame, endgame):
        """Return the centipawns of sums of weighted counts, given in parts of a centipawn."""
        return taper(self, midgame, endgame, self.phase_left(), self.parts)
