"""Evaluation of formations: stones, how they hang together, and how far they have come forward.

The weights, all named `formations_...`, are explained in engine.kinds.formations.weights. What
depends on the stones of one side alone is kept until these change.
"""

import cython
from cython.cimports.engine.board.bits import ones
from cython.cimports.engine.board.moves import WHITE
from cython.cimports.engine.kinds.formations.patterns import FIRST_ROW, Patterns
from cython.cimports.engine.kinds.formations.state import Layout, Ranks, layout_of, ranks_of
from cython.cimports.libc.string import memset

from engine.board.stone_fen import read
from engine.kinds.formations.shapes import STEPS
from engine.kinds.formations.weights import COUNTS, UNITS

_TERMS = (  # what `terms` calls the counts up to each
    ("stones", SUPPLIED),
    ("supply", FORMATION),
    ("formations", ADVANCE),
    ("place", COUNTED),
)
_MOST = cython.declare(cython.longlong, 30000)  # cp: no score is taken for a win


class FormationsEvaluator(Evaluator):
    def __init__(self, position, weights):
        """`weights`: all of engine.kinds.formations.weights.DEFAULTS by name."""
        self.position = position
        patterns: cython.pointer[cython.const[Patterns]] = self.position.patterns
        y: cython.int
        i: cython.int
        colour: cython.int
        head: cython.int
        for y in range(1, ROWS - 1):
            self.middle[y] = (
                patterns.inside[y - 1]
                & patterns.inside[y + 1]
                & patterns.inside[y] << 1
                & patterns.inside[y] >> 1
            )
        for i, (name, unit) in enumerate(zip(COUNTS, UNITS, strict=True)):
            self.midgame[i] = weights[f"{name}_midgame"] * PARTS // unit
            self.endgame[i] = weights[f"{name}_endgame"] * PARTS // unit
        for i in range(patterns.count):
            for head in range(patterns.patterns[i].head_count if patterns.patterns[i].hard else 0):
                up = STEPS[patterns.patterns[i].heads[head].facing][1]
                for colour in range(2):
                    self.ahead[colour * MAX_PATTERNS + i] += up == 1 - 2 * colour
        variant = self.position.variant
        self.full = max(1, len(read(variant.start_fen(), variant).colours))
        self.last_row = FIRST_ROW + variant.ranks - 1
        self.tempo = weights["formations_tempo"]
        self.stalling = weights["formations_stalling"]
        self.position.standoff = weights["formations_standoff"]

    def evaluate(self, alpha, beta, margin):
        return (1 if self.position.side == WHITE else -1) * self._score() + self.tempo

    def score(self):
        return self._score() + (self.tempo if self.position.side == WHITE else -self.tempo)

    def terms(self):
        score: cython.int = self._score()
        tempo: cython.int = self.tempo if self.position.side == WHITE else -self.tempo
        stalling: cython.int = self._stall_score()
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
        listed.append(("stalling", max(stalling, 0), max(-stalling, 0)))
        listed.append(("tempo", max(tempo, 0), max(-tempo, 0)))
        return listed, score + tempo

    def phase(self):
        left: cython.double = self._stones_left()
        return min(1.0, left / self.full)

    def slopes(self):
        self._judge()
        phase: cython.double = self.phase()
        part: cython.double
        i: cython.int
        found = []
        for i in range(COUNTED):
            part = self.counts[i] - self.counts[COUNTED + i]
            part /= UNITS[i]
            found += [part * phase, part * (1 - phase)]
        stalled: cython.double = self._lead() * self.position.halfmove
        stalled /= max(1, self.position.draw_plies)
        return [*found, 1.0 if self.position.side == WHITE else -1.0, stalled]

    def _score(self):
        """The evaluation from White's view, but for the tempo."""
        midgame: cython.longlong = 0
        endgame: cython.longlong = 0
        count: cython.longlong
        i: cython.int
        self._judge()
        for i in range(COUNTED):
            count = self.counts[i] - self.counts[COUNTED + i]
            midgame += count * self.midgame[i]
            endgame += count * self.endgame[i]
        return self._taper(midgame, endgame) + self._stall_score()

    @cython.cdivision(True)  # to 0 in every build: the colours are equal
    def _taper(self, midgame, endgame):
        """Centipawns between the sums of both phases, by how many stones are left."""
        left: cython.longlong = min(self._stones_left(), self.full)
        score: cython.longlong = midgame * left + endgame * (self.full - left)
        return max(-_MOST, min(_MOST, score // (PARTS * self.full)))

    def _stones_left(self):
        now: cython.pointer[Layout] = layout_of(self.position)
        return now.counts[0] + now.counts[1]

    @cython.cdivision(True)
    def _stall_score(self):
        """What more stones are worth as play stalls, White's view: they would be counted."""
        halfmove: cython.int = self.position.halfmove
        return self._lead() * self.stalling * halfmove // max(1, self.position.draw_plies)

    def _lead(self):
        """The sign of the side with more stones, where these would be counted."""
        now: cython.pointer[Layout] = layout_of(self.position)
        if not self.position.counts:
            return 0
        return (now.counts[0] > now.counts[1]) - (now.counts[0] < now.counts[1])

    def _judge(self):
        """Counts what both sides have."""
        now: cython.pointer[Layout] = layout_of(self.position)
        colour: cython.int
        for colour in range(2):
            if not self.known[colour] or self.keys[colour] != now.keys[colour]:
                self._judge_alone(colour)
                self.keys[colour] = now.keys[colour]
                self.known[colour] = True
        self._judge_contact()

    def _judge_alone(self, colour):
        """Counts what a side has by its own stones."""
        now: cython.pointer[Layout] = layout_of(self.position)
        patterns: cython.pointer[cython.const[Patterns]] = self.position.patterns
        own: cython.p_uint = cython.address(now.stones[colour * ROWS])
        counts: cython.p_int = cython.address(self.counts[colour * COUNTED])
        ranks: cython.pointer[Ranks] = ranks_of(self.position, colour)
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
            counts[EDGE] += ones(own[y] & ~self.middle[y])
            counts[ADVANCE] += stones * (y - first) * ahead
        for i in range(patterns.count):
            formations = 0
            found = cython.address(ranks.found[i * ROWS])
            for y in range(patterns.patterns[i].low_row, patterns.patterns[i].end_row):
                formations += ones(found[y])
            counts[FORMATION] += formations
            counts[HARD_AHEAD] += formations * self.ahead[colour * MAX_PATTERNS + i]
        counts[STONE] = now.counts[colour]
        self._judge_supply(colour)

    def _judge_supply(self, colour):
        """Counts the stones in groups of three or more: beside two others, or beside such a one."""
        now: cython.pointer[Layout] = layout_of(self.position)
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
            # Of the eight around each stone: is there one, are there two?
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
        self.counts[colour * COUNTED + SUPPLIED] = supplied

    def _judge_contact(self):
        """Counts the stones of both sides that have come within two steps of the others."""
        now: cython.pointer[Layout] = layout_of(self.position)
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
            self.counts[colour * COUNTED + CONTACT] = 0
            for y in range(FIRST_ROW, self.last_row + 1):
                rows = wide[y - 2] | wide[y - 1] | wide[y] | wide[y + 1] | wide[y + 2]
                self.counts[colour * COUNTED + CONTACT] += ones(own[y] & rows)
