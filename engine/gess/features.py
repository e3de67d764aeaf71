"""The input features of nets for Gess: stones, and rings that are complete or nearly so.

Each sort of feature has a plane for White and one for Black: stones; rings; rings that lack one
stone or two, with no own stone in the centre; and rings whose centre is filled by an own stone.
"""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit
from cython.cimports.amalthea.engine.evaluation.features import Change, Features, Numbering
from cython.cimports.amalthea.engine.gess.patches import END_ROW, FIRST_ROW, ROWS, Layout


class StoneNumbering(Numbering):
    """The numbering of the features of one game."""

    def __init__(self, variant):
        from amalthea.engine.stones import stone_fen

        start = stone_fen.read(variant.start, variant)
        Numbering.__init__(self, variant, len(start.colours))
        self.files = variant.files
        self.cells = variant.files * variant.ranks
        files, ranks = variant.files, variant.ranks
        self.set_mirror(
            [
                (plane ^ 1) * files * ranks + (ranks - 1 - rank) * files + file
                for plane in range(2 * SORTS)
                for rank in range(ranks)
                for file in range(files)
            ]
        )
        self.reflected = [
            line * files + files - 1 - file
            for line in range(2 * SORTS * ranks)
            for file in range(files)
        ]


class StoneFeatures(Features):
    """The features of one position."""

    def __init__(self, stones, numbering):
        Features.__init__(self, stones, numbering)
        self.stones = stones
        self.numbers = numbering

    def present(self, out):
        sorts: cython.uint[SORTS]
        sort: cython.int
        colour: cython.int
        row: cython.int
        count: cython.int = 0
        bits: cython.uint
        for colour in range(2):
            for row in range(FIRST_ROW, END_ROW):
                _find_sorts(
                    sorts, self._layout(self.stones.ply), colour, row, self.stones.inside[row]
                )
                for sort in range(SORTS):
                    bits = sorts[sort]
                    while bits:
                        out[count] = self._number(2 * sort + colour, row, lowest_bit(bits))
                        count += 1
                        bits &= bits - 1
        return count

    def changed(self, ply, out):
        before: cython.pointer[Layout] = self._layout(ply)
        after: cython.pointer[Layout] = self._layout(ply + 1)
        old: cython.uint[SORTS]
        new: cython.uint[SORTS]
        colour: cython.int
        row: cython.int
        sort: cython.int
        bit: cython.int
        bits: cython.uint
        count: cython.int = 0
        for colour in range(2):
            for row in range(FIRST_ROW, END_ROW):
                if not _differs_near(before, after, colour * ROWS + row):
                    continue
                _find_sorts(old, before, colour, row, self.stones.inside[row])
                _find_sorts(new, after, colour, row, self.stones.inside[row])
                for sort in range(SORTS):
                    bits = old[sort] ^ new[sort]
                    while bits:
                        bit = lowest_bit(bits)
                        out[count].feature = self._number(2 * sort + colour, row, bit)
                        out[count].count = 1 if new[sort] >> bit & 1 else -1
                        count += 1
                        bits &= bits - 1
        return count

    def men(self):
        now: cython.pointer[Layout] = self.stones.stack + self.stones.ply
        return now.counts[0] + now.counts[1]

    def _layout(self, ply):
        return self.stones.stack + ply

    def _number(self, plane, row, bit):
        """Return the index of a feature of `plane` on the square of that row and bit."""
        return (
            plane * self.numbers.cells
            + (row - FIRST_ROW - 1) * self.numbers.files
            + bit
            - FIRST_ROW
            - 1
        )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _differs_near(
    one: cython.pointer[Layout], other: cython.pointer[Layout], row: cython.int
) -> cython.bint:
    """Return True if a side's stones differ in a row or in one of its neighbours."""
    different: cython.uint = one.stones[row - 1] ^ other.stones[row - 1]
    different |= one.stones[row] ^ other.stones[row]
    different |= one.stones[row + 1] ^ other.stones[row + 1]
    return different != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find_sorts(
    sorts: cython.p_uint,
    layout: cython.pointer[Layout],
    colour: cython.int,
    row: cython.int,
    inside: cython.uint,
) -> cython.void:
    """Find the features of all sorts in a row.

    For each square the missing stones among the eight around it are counted, up to three: first for
    each of the three rows, then together.
    """
    own: cython.p_uint = cython.address(layout.stones[colour * ROWS])
    lacks: Lack = _lack_of_three(own[row - 1])
    above: Lack = _lack_of_three(own[row + 1])
    left: cython.uint = ~(own[row] << 1)
    right: cython.uint = ~(own[row] >> 1)
    beside: Lack
    beside.one = left | right
    beside.two = left & right
    beside.three = 0
    lacks = _combined(_combined(lacks, above), beside)
    empty: cython.uint = inside & ~own[row]
    sorts[STONES] = own[row]
    sorts[RINGS] = empty & ~lacks.one
    sorts[BUT_FOR_ONE] = empty & lacks.one & ~lacks.two
    sorts[BUT_FOR_TWO] = empty & lacks.two & ~lacks.three
    sorts[FILLED] = inside & own[row] & ~lacks.one


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lack_of_three(row: cython.uint) -> Lack:
    """Count the missing stones on each square of a row and its two neighbours in it."""
    left: cython.uint = ~(row << 1)
    middle: cython.uint = ~row
    right: cython.uint = ~(row >> 1)
    lack: Lack
    lack.one = left | middle | right
    lack.two = left & middle | right & (left | middle)
    lack.three = left & middle & right
    return lack


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _combined(some: Lack, more: Lack) -> Lack:
    """Return the sum of two counts of missing stones."""
    lack: Lack
    lack.one = some.one | more.one
    lack.two = some.two | more.two | some.one & more.one
    lack.three = some.three | more.three | some.two & more.one | some.one & more.two
    return lack
