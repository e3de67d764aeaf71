"""The frame of an evaluation that counts things of each side and weighs them, for games of stones.

A count has a weight in the middlegame and one in the endgame; between them it goes by how many
stones are left. A class says what is counted, and how.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE

from amalthea.engine.stones.stone_fen import read

_MOST = cython.declare(cython.longlong, 30000)  # cp: no score is taken for a win


class CountedEvaluator(Evaluator):
    def __init__(self, position, names, units, groups, weights):
        """names: of what is counted; `NAME_midgame` and `NAME_endgame` are their weights, in cp.

        units: counts that a weight is for. groups: what `terms` calls the counts up to each,
        (name, end). Raises ValueError where there are more counts than room.
        """
        i: cython.int
        if len(names) > MOST_COUNTS:
            raise ValueError(f"{len(names)} counts, room for {MOST_COUNTS}")
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

    def slopes(self):
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
        """The evaluation from White's view, but for the tempo."""
        midgame: cython.longlong = 0
        endgame: cython.longlong = 0
        count: cython.longlong
        i: cython.int
        self._count()
        for i in range(self.counted):
            count = self.counts[i] - self.counts[self.counted + i]
            midgame += count * self.midgame[i]
            endgame += count * self.endgame[i]
        return self._taper(midgame, endgame) + self._further()

    def _taper(self, midgame, endgame):
        """Centipawns between the sums of both phases, by how many stones are left."""
        left: cython.longlong = min(self._stones_left(), self.full)
        score: cython.longlong = midgame * left + endgame * (self.full - left)
        return max(-_MOST, min(_MOST, score // (PARTS * self.full)))

    # What a class says of its game; nothing is counted where it says nothing.

    def _count(self):
        """Counts what both sides have."""

    def _stones_left(self):
        """How many stones there are."""
        return self.full

    def _further(self):
        """What is not counted but judged, White's view."""
        return 0
