"""Evaluation of patches of stones: rings, what threatens them, and what the patches can do.

The weights, all named `stones_...`, are explained in engine.kinds.stones.weights.
"""

import cython
from cython.cimports.engine.board.bits import lowest_bit, ones
from cython.cimports.engine.board.moves import WHITE
from cython.cimports.engine.kinds.stones.patches import (
    CENTRE,
    END_ROW,
    FIRST_ROW,
    PATCH,
    ROWS,
    Layout,
    Outlook,
    Rows,
    dy_of,
    nearly_rings,
)
from cython.cimports.engine.kinds.stones.state import look
from cython.cimports.libc.string import memset

from engine.board.stone_fen import read
from engine.kinds.stones.weights import COUNTS, UNITS

_TERMS = (  # what `terms` calls the counts up to each
    ("stones", SECOND_RING),
    ("rings", RING_ENEMY),
    ("ring safety", NEAR_RING),
    ("patterns", START),
    ("mobility", EDGE),
    ("place", COUNTED),
)
_GUARD_REACH = cython.declare(cython.int, 3)  # cells from a ring's centre
_GUARD_SPAN = cython.declare(cython.uint, 0b1111111)  # so many cells to both sides and itself
_ENEMY_REACH = cython.declare(cython.int, 5)  # so far a patch without a centre stone threatens
_ENEMY_SPAN = cython.declare(cython.uint, 0b11111111111)
_UNSAFE = cython.declare(cython.int, -1_000_000_000)  # below any ring's safety
_MOST = cython.declare(cython.longlong, 30000)  # cp: no score is taken for a win


class StonesEvaluator(Evaluator):
    def __init__(self, stones, weights):
        """`weights`: all of engine.kinds.stones.weights.DEFAULTS by name."""
        y: cython.int
        i: cython.int
        self.stones = stones
        for y in range(1, ROWS - 1):
            self.middle[y] = (
                self.stones.inside[y - 1]
                & self.stones.inside[y + 1]
                & self.stones.inside[y] << 1
                & self.stones.inside[y] >> 1
            )
        for i, (name, unit) in enumerate(zip(COUNTS, UNITS, strict=True)):
            self.midgame[i] = weights[f"{name}_midgame"] * PARTS // unit
            self.endgame[i] = weights[f"{name}_endgame"] * PARTS // unit
        variant = self.stones.variant
        self.full = max(1, len(read(variant.start_fen(), variant).colours))
        self.last_row = FIRST_ROW + variant.ranks + 1
        self.tempo = weights["stones_tempo"]

    def evaluate(self, alpha, beta, margin):
        return (1 if self.stones.side == WHITE else -1) * self._score() + self.tempo

    def score(self):
        return self._score() + (self.tempo if self.stones.side == WHITE else -self.tempo)

    def terms(self):
        score: cython.int = self._score()
        tempo: cython.int = self.tempo if self.stones.side == WHITE else -self.tempo
        first: cython.int = 0
        i: cython.int
        colour: cython.int
        listed = []
        for name, end in _TERMS:
            both = []
            for colour in range(2):
                midgame: cython.longlong = 0
                endgame: cython.longlong = 0
                for i in range(first, end):
                    midgame += self.counts[colour * COUNTED + i] * self.midgame[i]
                    endgame += self.counts[colour * COUNTED + i] * self.endgame[i]
                both.append(self._taper(midgame, endgame))
            listed.append((name, *both))
            first = end
        listed.append(("tempo", max(tempo, 0), max(-tempo, 0)))
        return listed, score + tempo

    def phase(self):
        left: cython.double = self._stones_left()
        return min(1.0, left / self.full)

    def slopes(self):
        self._judge(0)
        self._judge(1)
        phase: cython.double = self.phase()
        part: cython.double
        i: cython.int
        found = []
        for i in range(COUNTED):
            part = self.counts[i] - self.counts[COUNTED + i]
            part /= UNITS[i]
            found += [part * phase, part * (1 - phase)]
        return [*found, 1.0 if self.stones.side == WHITE else -1.0]

    def _score(self):
        """The evaluation from White's view, but for the tempo."""
        midgame: cython.longlong = 0
        endgame: cython.longlong = 0
        count: cython.longlong
        i: cython.int
        self._judge(0)
        self._judge(1)
        for i in range(COUNTED):
            count = self.counts[i] - self.counts[COUNTED + i]
            midgame += count * self.midgame[i]
            endgame += count * self.endgame[i]
        return self._taper(midgame, endgame)

    @cython.cdivision(True)  # to 0 in every build: the colours are equal
    def _taper(self, midgame, endgame):
        """Centipawns between the sums of both phases, by how many stones are left."""
        left: cython.longlong = min(self._stones_left(), self.full)
        score: cython.longlong = midgame * left + endgame * (self.full - left)
        return max(-_MOST, min(_MOST, score // (PARTS * self.full)))

    def _stones_left(self):
        now: cython.pointer[Layout] = self.stones.stack + self.stones.ply
        return now.counts[0] + now.counts[1]

    def _judge(self, colour):
        """Counts what a side has."""
        now: cython.pointer[Layout] = self.stones.stack + self.stones.ply
        outlook: cython.pointer[Outlook] = look(self.stones)
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        counts: cython.p_int = cython.address(self.counts[colour * COUNTED])
        starts: cython.p_uint
        near_rings: Rows
        direction: cython.int
        ahead: cython.int = 1 if colour == WHITE else -1
        first: cython.int = FIRST_ROW if colour == WHITE else self.last_row
        y: cython.int
        near: cython.int
        far: cython.int
        memset(counts, 0, COUNTED * cython.sizeof(cython.int))
        nearly_rings(own, near_rings)
        for y in range(FIRST_ROW, END_ROW):
            counts[EDGE] += ones(own[y] & ~self.middle[y])
            counts[ADVANCE] += ones(own[y]) * (y - first) * ahead
            counts[NEAR_RING] += ones(near_rings[y])
        for direction in range(PATCH):
            if direction == CENTRE:
                continue
            starts = cython.address(outlook.starts[(colour * PATCH + direction) * ROWS])
            near = 0
            far = 0
            for y in range(FIRST_ROW, END_ROW):
                near += ones(starts[y])
                far += ones(starts[y] & own[y])
            counts[START] += near
            counts[FAR_START] += far
            if dy_of(direction) == ahead:
                counts[AHEAD] += near
                counts[FAR_AHEAD] += far
        counts[STONE] = now.counts[colour]
        counts[SECOND_RING] = now.ring_counts[colour] > 1
        counts[FURTHER_RING] = max(0, min(now.ring_counts[colour], RINGS_VALUED) - 2)
        self._safety(colour)

    def _safety(self, colour):
        """Counts what is around a side's safest ring."""
        now: cython.pointer[Layout] = self.stones.stack + self.stones.ply
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        enemy: cython.p_uint = cython.address(now.stones[(1 - colour) * ROWS])
        rings: cython.p_uint = cython.address(now.rings[colour * ROWS])
        counts: cython.p_int = cython.address(self.counts[colour * COUNTED])
        best: cython.int = _UNSAFE
        safety: cython.int
        guards: cython.int
        enemies: cython.int
        close: cython.int
        left: cython.uint
        bit: cython.int
        y: cython.int
        row: cython.int
        for y in range(FIRST_ROW, END_ROW):
            left = rings[y]
            while left:
                bit = lowest_bit(left)
                left &= left - 1
                guards = 0
                enemies = 0
                close = 0
                for row in range(
                    max(FIRST_ROW, y - _ENEMY_REACH), min(END_ROW, y + _ENEMY_REACH + 1)
                ):
                    enemies += ones(enemy[row] >> max(0, bit - _ENEMY_REACH) & _ENEMY_SPAN)
                    if abs(row - y) <= _GUARD_REACH:
                        guards += ones(own[row] >> (bit - _GUARD_REACH) & _GUARD_SPAN)
                        close += ones(enemy[row] >> (bit - _GUARD_REACH) & _GUARD_SPAN)
                safety = (
                    enemies * self.midgame[RING_ENEMY]
                    + close * self.midgame[RING_CLOSE]
                    + guards * self.midgame[RING_GUARD]
                )
                if safety > best:
                    best = safety
                    counts[RING_ENEMY] = enemies
                    counts[RING_CLOSE] = close
                    counts[RING_GUARD] = guards
