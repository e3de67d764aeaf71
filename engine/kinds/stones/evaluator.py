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
)
from cython.cimports.engine.kinds.stones.state import look

_PARTS = cython.declare(cython.int, 16)  # of a centipawn, in the weights of what is many
_NAMES = ("stones", "rings", "ring safety", "mobility", "patterns", "edge")
_GUARD_REACH = cython.declare(cython.int, 3)  # cells from a ring's centre
_GUARD_SPAN = cython.declare(cython.uint, 0b1111111)  # so many cells to both sides and itself
_ENEMY_REACH = cython.declare(cython.int, 5)  # so far a patch without a centre stone threatens
_ENEMY_SPAN = cython.declare(cython.uint, 0b11111111111)
_UNSAFE = cython.declare(cython.int, -10000)  # below any ring's safety


class StonesEvaluator(Evaluator):
    def __init__(self, stones, weights):
        """`weights`: all of engine.kinds.stones.weights.DEFAULTS by name."""
        count: cython.int
        y: cython.int
        self.stones = stones
        for count in range(2, RINGS_VALUED + 1):
            self.ring_value[count] = (
                weights["stones_second_ring"] + (count - 2) * weights["stones_further_ring"]
            )
        for y in range(1, ROWS - 1):
            self.middle[y] = (
                self.stones.inside[y - 1]
                & self.stones.inside[y + 1]
                & self.stones.inside[y] << 1
                & self.stones.inside[y] >> 1
            )
        self.stone = weights["stones_stone"]
        self.ring_enemy = weights["stones_ring_enemy"]
        self.ring_guard = weights["stones_ring_guard"]
        self.start = weights["stones_start"]
        self.far_start = weights["stones_far_start"]
        self.edge = weights["stones_edge"]
        self.tempo = weights["stones_tempo"]

    def evaluate(self, alpha, beta, margin):
        return (1 if self.stones.side == WHITE else -1) * self._score() + self.tempo

    def score(self):
        return self._score() + (self.tempo if self.stones.side == WHITE else -self.tempo)

    def terms(self):
        score: cython.int = self._score()
        tempo: cython.int = self.tempo if self.stones.side == WHITE else -self.tempo
        listed = [(_NAMES[i], self.values[i], self.values[TERMS + i]) for i in range(TERMS)]
        listed.append(("tempo", max(tempo, 0), max(-tempo, 0)))
        return listed, score + tempo

    def _score(self):
        """The evaluation from White's view, but for the tempo."""
        total: cython.int = 0
        i: cython.int
        self._judge(0)
        self._judge(1)
        for i in range(TERMS):
            total += self.values[i] - self.values[TERMS + i]
        return total

    def _judge(self, colour):
        """Fills a side's terms."""
        now: cython.pointer[Layout] = self.stones.stack + self.stones.ply
        outlook: cython.pointer[Outlook] = look(self.stones)
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        values: cython.p_int = cython.address(self.values[colour * TERMS])
        starts: cython.p_uint
        direction: cython.int
        y: cython.int
        near: cython.int = 0
        far: cython.int = 0
        edge: cython.int = 0
        for y in range(FIRST_ROW, END_ROW):
            edge += ones(own[y] & ~self.middle[y])
        for direction in range(PATCH):
            if direction == CENTRE:
                continue
            starts = cython.address(outlook.starts[(colour * PATCH + direction) * ROWS])
            for y in range(FIRST_ROW, END_ROW):
                near += ones(starts[y])
                far += ones(starts[y] & own[y])
        values[STONES] = now.counts[colour] * self.stone
        values[RINGS] = self.ring_value[min(now.ring_counts[colour], RINGS_VALUED)]
        values[SAFETY] = self._safety(colour)
        values[MOBILITY] = near * self.start // _PARTS
        values[PATTERNS] = far * self.far_start // _PARTS
        values[EDGE] = edge * self.edge

    def _safety(self, colour):
        """How safe a side's safest ring is."""
        now: cython.pointer[Layout] = self.stones.stack + self.stones.ply
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        enemy: cython.p_uint = cython.address(now.stones[(1 - colour) * ROWS])
        rings: cython.p_uint = cython.address(now.rings[colour * ROWS])
        best: cython.int = _UNSAFE
        safety: cython.int
        left: cython.uint
        bit: cython.int
        y: cython.int
        row: cython.int
        away: cython.int
        for y in range(FIRST_ROW, END_ROW):
            left = rings[y]
            while left:
                bit = lowest_bit(left)
                left &= left - 1
                safety = 0
                for row in range(
                    max(FIRST_ROW, y - _ENEMY_REACH), min(END_ROW, y + _ENEMY_REACH + 1)
                ):
                    away = abs(row - y)
                    safety += self.ring_enemy * ones(
                        enemy[row] >> max(0, bit - _ENEMY_REACH) & _ENEMY_SPAN
                    )
                    if away <= _GUARD_REACH:
                        safety += self.ring_guard * ones(
                            own[row] >> (bit - _GUARD_REACH) & _GUARD_SPAN
                        )
                best = max(best, safety)
        return best if best > _UNSAFE else 0
