"""Formations on bit rows: where they stand, and which of their stones are hard.

The .pxd explains how a board is stored in bit rows and how vectors are numbered.
"""

from functools import lru_cache

import cython
from cython.cimports.amalthea.engine.core.zobrist import next_key
from cython.cimports.libc.stdlib import calloc, free

from amalthea.engine.troop.shapes import STEPS
from amalthea.engine.troop.variant import MEETINGS

_OUTCOMES = {"x": ILLEGAL, "c": CAPTURE, "t": TRADE, "l": LOSS}
_KEY_SEED = cython.declare(cython.ulonglong, 0x464F524D464F524D)  # "FORMFORM"
_OPPOSITE = cython.declare(cython.int, 4)  # half a turn, in eighths of a turn


class PatternTables:
    """The compiled patterns of one game."""

    def __init__(self, variant):
        found = variant.patterns()
        self.patterns.count = len(found)
        self.patterns.files = variant.files
        self.patterns.ranks = variant.ranks
        for i, meeting in enumerate(MEETINGS):
            self.patterns.outcomes[i] = _OUTCOMES[variant.hardness[meeting]]
        y: cython.int
        for y in range(self.patterns.ranks):
            self.patterns.inside[FIRST_ROW + y] = ((1 << self.patterns.files) - 1) << FIRST_BIT
        stones: cython.size_t = sum(len(pattern.stones) for pattern in found)
        self.patterns.patterns = cython.cast(
            cython.pointer[Pattern], calloc(self.patterns.count, cython.sizeof(Pattern))
        )
        self.patterns.members = cython.cast(
            cython.pointer[Member], calloc(stones, cython.sizeof(Member))
        )
        if not self.patterns.patterns or not self.patterns.members:
            raise MemoryError
        state: cython.ulonglong = _KEY_SEED
        for y in range(2 * CELLS):
            self.patterns.keys[y] = next_key(cython.address(state))
        self.patterns.side_key = next_key(cython.address(state))
        self._fill_directions()
        self._fill(found)
        self._list_defenders(variant.front)
        self.codes = [
            [pattern.code(head) for head in range(len(pattern.heads))] for pattern in found
        ]

    def __dealloc__(self):
        free(self.patterns.patterns)
        free(self.patterns.members)

    def _fill_directions(self):
        """Fill in the steps of vectors and the lookup tables of directions."""
        direction: cython.int
        index: cython.int
        for direction in range(DIRECTIONS):
            right, up = STEPS[direction]
            self.patterns.steps[direction] = up * ROW_BITS + right
            self.patterns.steps[DIRECTIONS + direction] = 2 * self.patterns.steps[direction]
            near_bit: cython.int = 3 * (up + 1) + right + 1
            far_bit: cython.int = 2 * (right + 1) + (0, 1, 6)[up + 1]
            for index in range(1 << 9):
                self.patterns.near[index] |= (index >> near_bit & 1) << direction
            for index in range(1 << 11):
                self.patterns.far[index] |= (index >> far_bit & 1) << direction

    def _fill(self, found):
        """Fill in the patterns and the slides."""
        first: cython.int = 0
        i: cython.int
        slides = dict.fromkeys([0, *(right for each in found for right, _ in each.stones)])
        self.patterns.slide_count = len(slides)
        for i, right in enumerate(slides):
            self.patterns.slides[i] = right
        for i, pattern in enumerate(found):
            one: cython.pointer[Pattern] = self.patterns.patterns + i
            one.first = first
            one.size = len(pattern.stones)
            rights = [right for right, _ in pattern.stones]
            ups = [up for _, up in pattern.stones]
            one.low_row = FIRST_ROW - min(ups)
            one.end_row = FIRST_ROW + self.patterns.ranks - max(ups)
            one.low_bit = FIRST_BIT - min(rights)
            one.end_bit = FIRST_BIT + self.patterns.files - max(rights)
            one.hard = pattern.formation.hard
            one.head_count = len(pattern.heads)
            for number, head in enumerate(pattern.heads):
                right, up = head.square
                one.heads[number].offset = up * ROW_BITS + right
                one.heads[number].facing = head.facing
            one.vectors = sum(1 << vector for vector in pattern.steps)
            one.vectors |= sum(1 << vector for vector in pattern.strides) << DIRECTIONS
            self._fill_members(i, pattern)
            first += one.size

    def _fill_members(self, index, pattern):
        """Fill in the stones of one pattern."""
        one: cython.pointer[Pattern] = self.patterns.patterns + index
        member: cython.pointer[Member] = self.patterns.members + one.first
        direction: cython.int
        slides = [self.patterns.slides[direction] for direction in range(MAX_SLIDES)]
        for right, up in pattern.stones:
            member.right = right
            member.up = up
            member.offset = up * ROW_BITS + right
            member.slide = slides.index(right)
            for direction in range(DIRECTIONS):
                x, y = STEPS[direction]
                if (right + x, up + y) in pattern.stones:
                    member.vacated |= 1 << direction
                if (right + 2 * x, up + 2 * y) in pattern.stones:
                    member.vacated |= 1 << DIRECTIONS + direction
            for head in pattern.heads:
                if head.square == (right, up) and pattern.formation.hard:
                    member.hard |= 1 << head.facing | 1 << DIRECTIONS + head.facing
            member += 1

    def _list_defenders(self, front):
        """List the heads that are hard against a move in each direction.

        front: a head is hard against attacks that come from at most so many eighths of a turn
            beside straight ahead.
        """
        one: cython.pointer[Patterns] = cython.address(self.patterns)
        direction: cython.int
        i: cython.int
        head: cython.int
        away: cython.int
        at: cython.int
        for direction in range(DIRECTIONS):
            at = direction * MAX_PATTERNS * MAX_HEADS
            for i in range(one.count):
                for head in range(one.patterns[i].head_count if one.patterns[i].hard else 0):
                    away = (
                        one.patterns[i].heads[head].facing - direction + DIRECTIONS
                    ) % DIRECTIONS
                    if abs(away % DIRECTIONS - _OPPOSITE) <= front:
                        one.defenders[at + one.defender_count[direction]] = i * MAX_HEADS + head
                        one.defender_count[direction] += 1


_tables = lru_cache(maxsize=16)(PatternTables)


def pattern_tables_of(variant):
    """Return the patterns of a variant, from a cache if possible."""
    return _tables(variant)


def has_pattern_at(patterns, own, index, cell):
    """Return True if a side has a pattern whose naming stone is on a cell."""
    one: cython.pointer[cython.const[Pattern]] = patterns.patterns + index
    member: cython.pointer[cython.const[Member]] = patterns.members + one.first
    y: cython.int = cell // ROW_BITS
    x: cython.int = cell % ROW_BITS
    i: cython.int
    if cell < 0 or y < one.low_row or y >= one.end_row or x < one.low_bit or x >= one.end_bit:
        return False
    for i in range(one.size):
        if not holds(own, cell + member[i].offset):
            return False
    return True


def is_hard(patterns, own, cell, direction):
    """Return True if a stone is hard against a block that moves in a direction."""
    listed: cython.pointer[cython.const[cython.short]] = cython.address(
        patterns.defenders[direction * MAX_PATTERNS * MAX_HEADS]
    )
    i: cython.int
    index: cython.int
    head: cython.int
    for i in range(patterns.defender_count[direction]):
        index = listed[i] // MAX_HEADS
        head = listed[i] % MAX_HEADS
        if has_pattern_at(patterns, own, index, cell - patterns.patterns[index].heads[head].offset):
            return True
    return False


def find_patterns(patterns, own, found):
    """Mark the naming stones of a side's formations, by pattern.

    Only the rows from `low_row` to `end_row` - 1 of a pattern are valid.
    """
    slid: Slid
    index: cython.int
    _slide(patterns, own, slid)
    for index in range(patterns.count):
        _find(patterns, slid, index, found + index * ROWS)


def has_formation(patterns, own):
    """Return True if a side has any formation."""
    slid: Slid
    found: Rows
    index: cython.int
    y: cython.int
    any_found: cython.uint = 0
    _slide(patterns, own, slid)
    for index in range(patterns.count):
        _find(patterns, slid, index, found)
        for y in range(patterns.patterns[index].low_row, patterns.patterns[index].end_row):
            any_found |= found[y]
        if any_found:
            return True
    return False


def _slide(patterns, own, slid):
    """Shift a side's stones by each difference of files between stones; the first one is 0."""
    i: cython.int
    y: cython.int
    left: cython.int
    right: cython.int
    for i in range(patterns.slide_count):
        left = max(0, -patterns.slides[i])
        right = max(0, patterns.slides[i])
        for y in range(ROWS):
            slid[i * ROWS + y] = own[y] << left >> right


def _find(patterns, slid, index, found):
    """Mark the stones that name formations of one pattern."""
    one: cython.pointer[cython.const[Pattern]] = patterns.patterns + index
    member: cython.pointer[cython.const[Member]] = patterns.members + one.first
    some: cython.pointer[cython.const[cython.uint]]
    more: cython.pointer[cython.const[cython.uint]]
    i: cython.int
    y: cython.int
    end: cython.int = (one.end_row - one.low_row + ROWS_AT_ONCE - 1) // ROWS_AT_ONCE
    end = one.low_row + end * ROWS_AT_ONCE
    if one.size == 3:  # fast path for the most common size
        some = slid + (member[1].slide * ROWS + member[1].up)
        more = slid + (member[2].slide * ROWS + member[2].up)
        for y in range(one.low_row, end):
            found[y] = slid[y] & some[y] & more[y]
        return
    for y in range(one.low_row, end):
        found[y] = slid[y]
    for i in range(1, one.size):
        some = slid + (member[i].slide * ROWS + member[i].up)
        for y in range(one.low_row, end):
            found[y] &= some[y]
