"""Evaluation of Troop Chess: stones, their connection, and how far they have advanced.

The weights, all named `formations_…`, are explained in amalthea.engine.troop.weights. Counts that
depend on the stones of one side only are cached until these change.
"""

import cython
from cython.cimports.amalthea.engine.core.bits import ones
from cython.cimports.amalthea.engine.core.moves import WHITE
from cython.cimports.amalthea.engine.evaluation.counted_evaluator import MAX_COUNTS
from cython.cimports.amalthea.engine.stones.rows import find_interior
from cython.cimports.amalthea.engine.troop.patterns import FIRST_ROW, Patterns
from cython.cimports.amalthea.engine.troop.state import (
    FormationSet,
    Layout,
    formations_of,
    layout_of,
    lead_of,
)
from cython.cimports.libc.string import memset

from amalthea.engine.stones.fen import stones_at_start
from amalthea.engine.troop.shapes import STEPS
from amalthea.engine.troop.weights import UNITS

_TERMS = (  # the terms shown to users, each with the end of its counts
    ("stones", SUPPLIED),
    ("supply", FORMATION),
    ("formations", ADVANCE),
    ("place", COUNTED),
)


class TroopEvaluator(CountedEvaluator):
    """The hand-written evaluation of a position of Troop Chess."""

    def __init__(self, position, weights):
        """Bind the evaluator to a position.

        weights: all of amalthea.engine.troop.weights.DEFAULTS by name.
        """
        full = stones_at_start(position.variant)
        CountedEvaluator.__init__(self, position, UNITS, _TERMS, weights, PARTS, full)
        self.state = position
        patterns: cython.pointer[cython.const[Patterns]] = self.state.patterns
        i: cython.int
        colour: cython.int
        head: cython.int
        find_interior(patterns.inside, ROWS, self.interior)
        for i in range(patterns.count):
            for head in range(patterns.patterns[i].head_count if patterns.patterns[i].hard else 0):
                up = STEPS[patterns.patterns[i].heads[head].facing][1]
                for colour in range(2):
                    self.ahead[colour * MAX_PATTERNS + i] += up == 1 - 2 * colour
        self.last_row = FIRST_ROW + position.variant.ranks - 1
        self.tempo = weights["formations_tempo"]
        self.stalling = weights["formations_stalling"]
        self.state.standoff = weights["formations_standoff"]

    def terms(self):
        listed, score = CountedEvaluator.terms(self)
        return [*listed, self.one_sided("stalling", self._stalling_score())], score

    def gradient(self):
        """Return the gradient of White's score: the counts, the tempo, then stalling."""
        stalled: cython.double = lead_of(self.state, WHITE) * self.state.halfmove
        stalled /= max(1, self.state.draw_plies)
        return [*CountedEvaluator.gradient(self), stalled]

    def phase_left(self):
        now: cython.pointer[Layout] = layout_of(self.state)
        return now.counts[0] + now.counts[1]

    def full_score(self):
        return CountedEvaluator.full_score(self) + self._stalling_score()

    def _stalling_score(self):
        """Return the value of having more stones as play stalls, in cp from White's view.

        It grows with the halfmove clock, since the stones are counted if the game ends that way.
        """
        halfmove: cython.int = self.state.halfmove
        return (
            lead_of(self.state, WHITE) * self.stalling * halfmove // max(1, self.state.draw_plies)
        )

    def count(self):
        now: cython.pointer[Layout] = layout_of(self.state)
        colour: cython.int
        for colour in range(2):
            if not self.known[colour] or self.keys[colour] != now.keys[colour]:
                self._count_alone(colour)
                self.keys[colour] = now.keys[colour]
                self.known[colour] = True
        self._count_contact()

    def _count_alone(self, colour):
        """Count the features of a side that depend on its own stones only."""
        now: cython.pointer[Layout] = layout_of(self.state)
        patterns: cython.pointer[cython.const[Patterns]] = self.state.patterns
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        counts: cython.p_int = cython.address(self.counts[colour * MAX_COUNTS])
        sets: cython.pointer[FormationSet] = formations_of(self.state, colour)
        found: cython.p_uint
        ahead: cython.int = 1 if colour == WHITE else -1
        first: cython.int = FIRST_ROW if colour == WHITE else self.last_row
        stones: cython.int
        formations: cython.int
        y: cython.int
        i: cython.int
        memset(counts, 0, COUNTED * cython.sizeof(cython.int))
        for y in range(FIRST_ROW, FIRST_ROW + patterns.ranks):
            stones = ones(own[y])
            counts[BOND] += (
                ones(own[y] & own[y] << 1)
                + ones(own[y] & own[y + 1])
                + ones(own[y] & own[y + 1] << 1)
                + ones(own[y] & own[y + 1] >> 1)
            )
            counts[EDGE] += ones(own[y] & ~self.interior[y])
            counts[ADVANCE] += stones * (y - first) * ahead
        for i in range(patterns.count):
            formations = 0
            found = cython.address(sets.found[i * ROWS])
            for y in range(patterns.patterns[i].low_row, patterns.patterns[i].end_row):
                formations += ones(found[y])
            counts[FORMATION] += formations
            counts[HARD_AHEAD] += formations * self.ahead[colour * MAX_PATTERNS + i]
        counts[STONE] = now.counts[colour]
        self._count_supply(colour)

    def _count_supply(self, colour):
        """Count the supplied stones, those in groups of three or more.

        Such a stone has two neighbours, or a neighbour that has two.
        """
        now: cython.pointer[Layout] = layout_of(self.state)
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        linked: cython.uint[ROWS]
        wide: cython.uint[ROWS]
        row: cython.uint
        one: cython.uint
        two: cython.uint
        supplied: cython.int = 0
        y: cython.int
        memset(wide, 0, cython.sizeof(wide))
        for y in range(FIRST_ROW, self.last_row + 1):
            # Bitwise: does each stone have at least one neighbour, and at least two?
            one = own[y] << 1 | own[y] >> 1
            two = own[y] << 1 & own[y] >> 1
            row = own[y + 1]
            two |= one & row | (one | row) & row << 1 | (one | row | row << 1) & row >> 1
            one |= row | row << 1 | row >> 1
            row = own[y - 1]
            two |= one & row | (one | row) & row << 1 | (one | row | row << 1) & row >> 1
            linked[y] = own[y] & two
            wide[y] = linked[y] | linked[y] << 1 | linked[y] >> 1
        for y in range(FIRST_ROW, self.last_row + 1):
            supplied += ones(own[y] & (wide[y - 1] | wide[y] | wide[y + 1]))
        self.counts[colour * MAX_COUNTS + SUPPLIED] = supplied

    def _count_contact(self):
        """Count the stones of each side that are within two steps of an enemy stone."""
        now: cython.pointer[Layout] = layout_of(self.state)
        colour: cython.int
        y: cython.int
        rows: cython.uint
        own: cython.p_uint
        enemy: cython.p_uint
        wide: cython.uint[ROWS]
        for colour in range(2):
            own = cython.address(now.stones[colour * ROWS])
            enemy = cython.address(now.stones[(1 - colour) * ROWS])
            for y in range(ROWS):
                wide[y] = enemy[y] | enemy[y] << 1 | enemy[y] >> 1 | enemy[y] << 2 | enemy[y] >> 2
            self.counts[colour * MAX_COUNTS + CONTACT] = 0
            for y in range(FIRST_ROW, self.last_row + 1):
                rows = wide[y - 2] | wide[y - 1] | wide[y] | wide[y + 1] | wide[y + 2]
                self.counts[colour * MAX_COUNTS + CONTACT] += ones(own[y] & rows)
