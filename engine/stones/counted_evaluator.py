"""The base of evaluations that count features of each side and weight them, for games of stones.

Each count has a weight for the middlegame and one for the endgame; the score is interpolated
between both by the number of stones left. A subclass does the counting.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE

from amalthea.engine.stones.stone_fen import read

_MAX_SCORE = cython.declare(cython.longlong, 30000)  # cp: below the scores of wins


class CountedEvaluator(Evaluator):
    """The weighted sum of counts of each side, tapered between two phases by the stones left."""

    def __init__(self, position, names, units, groups, weights):
        """Set the weights of the counts.

        names: of the counts; `NAME_midgame` and `NAME_endgame` are their weights in centipawns.
        units: how many counts each weight is for.
        groups: the terms that `terms` shows, each as (name, end): the counts up to `end`.
        weights: all weights by name.

        Raises ValueError if there are more than MAX_COUNTS counts.
        """
        i: cython.int
        if len(names) > MAX_COUNTS:
            raise ValueError(f"{len(names)} counts, room for {MAX_COUNTS}")
        self.position = position
        self.counted = len(names)
        self.units = tuple(units)
        self.groups = tuple(groups)
        for i, (name, unit) in enumerate(zip(names, units, strict=True)):
            self.midgame[i] = weights[f"{name}_midgame"] * PARTS // unit
            self.endgame[i] = weights[f"{name}_endgame"] * PARTS // unit
        variant = position.variant
        self.full = max(1, len(read(variant.start_fen(), variant).colours))

    def evaluate(self, alpha, beta, margin):
        return (1 if self.position.side == WHITE else -1) * self._score() + self.tempo

    def score(self):
        return self._score() + (self.tempo if self.position.side == WHITE else -self.tempo)

    def terms(self):
        """Return the groups of counts and the tempo as terms, in cp, and the score."""
        score: cython.int = self.score()
        tempo: cython.int = self.tempo if self.position.side == WHITE else -self.tempo
        first: cython.int = 0
        i: cython.int
        colour: cython.int
        listed = []
        for name, end in self.groups:
            both = []
            for colour in range(2):
                midgame: cython.longlong = 0
                endgame: cython.longlong = 0
                for i in range(first, end):
                    midgame += self.counts[colour * self.counted + i] * self.midgame[i]
                    endgame += self.counts[colour * self.counted + i] * self.endgame[i]
                both.append(self._taper(midgame, endgame))
            listed.append((name, *both))
            first = end
        listed.append(("tempo", max(tempo, 0), max(-tempo, 0)))
        return listed, score

    def phase(self):
        left: cython.double = self._stones_left()
        return min(1.0, left / self.full)

    def gradient(self):
        """Return the gradient of White's score: both phases of each count, then the tempo."""
        self._count()
        phase: cython.double = self.phase()
        part: cython.double
        i: cython.int
        found = []
        for i in range(self.counted):
            part = self.counts[i] - self.counts[self.counted + i]
            part /= self.units[i]
            found += [part * phase, part * (1 - phase)]
        return [*found, 1.0 if self.position.side == WHITE else -1.0]

    def _score(self):
        """Return the evaluation from White's view without the tempo."""
        midgame: cython.longlong = 0
        endgame: cython.longlong = 0
        count: cython.longlong
        i: cython.int
        self._count()
        for i in range(self.counted):
            count = self.counts[i] - self.counts[self.counted + i]
            midgame += count * self.midgame[i]
            endgame += count * self.endgame[i]
        return self._taper(midgame, endgame) + self._uncounted_score()

    def _taper(self, midgame, endgame):
        """Return centipawns, interpolated between the sums of both phases by the stones left."""
        left: cython.longlong = min(self._stones_left(), self.full)
        score: cython.longlong = midgame * left + endgame * (self.full - left)
        return max(-_MAX_SCORE, min(_MAX_SCORE, score // (PARTS * self.full)))

    # Overridden by a subclass; by default nothing is counted.

    def _count(self):
        """Count the features of both sides into `counts`."""

    def _stones_left(self):
        """Return the number of stones on the board."""
        return self.full

    def _uncounted_score(self):
        """Return terms that are no counts, in centipawns from White's view."""
        return 0
