"""Evaluation of Gess: rings, their safety, and the mobility of patches.

The weights, all named `stones_…`, are explained in amalthea.engine.gess.weights.
"""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit, ones
from cython.cimports.amalthea.engine.core.moves import WHITE
from cython.cimports.amalthea.engine.evaluation.counted_evaluator import MAX_COUNTS
from cython.cimports.amalthea.engine.gess.patches import (
    CENTRE,
    END_ROW,
    FIRST_ROW,
    PATCH,
    ROWS,
    Layout,
    Mobility,
    Rows,
    dy_of,
    find_near_rings,
)
from cython.cimports.amalthea.engine.gess.state import layout_of, mobility_of
from cython.cimports.amalthea.engine.stones.rows import find_interior
from cython.cimports.libc.string import memset

from amalthea.engine.gess.weights import UNITS
from amalthea.engine.stones.fen import stones_at_start

_TERMS = (  # the terms shown to users, each with the end of its counts
    ("stones", SECOND_RING),
    ("rings", RING_ENEMY),
    ("ring safety", NEAR_RING),
    ("patterns", START),
    ("mobility", EDGE),
    ("place", COUNTED),
)
_GUARD_REACH = cython.declare(cython.int, 3)  # squares from the centre of a ring
_GUARD_SPAN = cython.declare(cython.uint, 0b1111111)  # the squares within that reach in a row
_ENEMY_REACH = cython.declare(cython.int, 5)  # reach of a patch without a stone in its centre
_ENEMY_SPAN = cython.declare(cython.uint, 0b11111111111)
_UNSAFE = cython.declare(cython.int, -1_000_000_000)  # less than the safety of any ring


class GessEvaluator(CountedEvaluator):
    """The hand-written evaluation of a position of Gess."""

    def __init__(self, position, weights):
        """Bind the evaluator to a position.

        weights: all of amalthea.engine.gess.weights.DEFAULTS by name.
        """
        full = stones_at_start(position.variant)
        CountedEvaluator.__init__(self, position, UNITS, _TERMS, weights, PARTS, full)
        self.state = position
        find_interior(self.state.inside, ROWS, self.interior)
        self.last_row = FIRST_ROW + position.variant.ranks + 1
        self.tempo = weights["stones_tempo"]

    def phase_left(self):
        now: cython.pointer[Layout] = layout_of(self.state)
        return now.counts[0] + now.counts[1]

    def count(self):
        self._count_side(0)
        self._count_side(1)

    def _count_side(self, colour):
        """Count the features of a side."""
        now: cython.pointer[Layout] = layout_of(self.state)
        mobility: cython.pointer[Mobility] = mobility_of(self.state)
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        counts: cython.p_int = cython.address(self.counts[colour * MAX_COUNTS])
        starts: cython.p_uint
        near_rings: Rows
        direction: cython.int
        ahead: cython.int = 1 if colour == WHITE else -1
        first: cython.int = FIRST_ROW if colour == WHITE else self.last_row
        y: cython.int
        near: cython.int
        far: cython.int
        memset(counts, 0, COUNTED * cython.sizeof(cython.int))
        find_near_rings(own, near_rings)
        for y in range(FIRST_ROW, END_ROW):
            counts[EDGE] += ones(own[y] & ~self.interior[y])
            counts[ADVANCE] += ones(own[y]) * (y - first) * ahead
            counts[NEAR_RING] += ones(near_rings[y])
        for direction in range(PATCH):
            if direction == CENTRE:
                continue
            starts = cython.address(mobility.starts[(colour * PATCH + direction) * ROWS])
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
        self._count_ring_safety(colour)

    def _count_ring_safety(self, colour):
        """Count the stones around the safest ring of a side."""
        now: cython.pointer[Layout] = layout_of(self.state)
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        enemy: cython.p_uint = cython.address(now.stones[(1 - colour) * ROWS])
        rings: cython.p_uint = cython.address(now.rings[colour * ROWS])
        counts: cython.p_int = cython.address(self.counts[colour * MAX_COUNTS])
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
