"""The input features of nets for Gess: stones, and rings that are complete or nearly so.

Each sort of feature has a plane for White and one for Black: stones; rings; rings that lack one
stone or two, with no own stone in the centre; and rings whose centre is filled by an own stone.
"""

import cython
from cython.cimports.amalthea.engine.evaluation.features import Change, Features
from cython.cimports.amalthea.engine.gess.patches import END_ROW, FIRST_ROW, ROWS, Layout
from cython.cimports.amalthea.engine.gess.state import layout_at, layout_of
from cython.cimports.amalthea.engine.stones.features import (
    first_number,
    list_changes,
    list_features,
)


class GessFeatures(Features):
    """The features of one position."""

    def __init__(self, position, numbering):
        Features.__init__(self, position, numbering)
        self.state = position
        self.numbers = numbering

    def write_present(self, out):
        now: cython.pointer[Layout] = layout_of(self.state)
        sorts: cython.uint[SORTS]
        sort: cython.int
        colour: cython.int
        row: cython.int
        count: cython.int = 0
        for colour in range(2):
            for row in range(FIRST_ROW, END_ROW):
                _find_sorts(sorts, now, colour, row, self.state.inside[row])
                for sort in range(SORTS):
                    count = list_features(
                        sorts[sort], self._first_number(2 * sort + colour, row), out, count
                    )
        return count

    def write_changes(self, ply, out):
        before: cython.pointer[Layout] = layout_at(self.state, ply)
        after: cython.pointer[Layout] = before + 1
        old: cython.uint[SORTS]
        new: cython.uint[SORTS]
        colour: cython.int
        row: cython.int
        sort: cython.int
        first: cython.int
        count: cython.int = 0
        for colour in range(2):
            for row in range(FIRST_ROW, END_ROW):
                if not _differs_near(before, after, colour * ROWS + row):
                    continue
                _find_sorts(old, before, colour, row, self.state.inside[row])
                _find_sorts(new, after, colour, row, self.state.inside[row])
                for sort in range(SORTS):
                    first = self._first_number(2 * sort + colour, row)
                    count = list_changes(old[sort], new[sort], first, out, count)
        return count

    def piece_count(self):
        now: cython.pointer[Layout] = layout_of(self.state)
        return now.counts[0] + now.counts[1]

    def _first_number(self, plane, row):
        """Return the number of the feature at bit 0 of a row."""
        return first_number(self.numbers, plane, row - FIRST_ROW - 1, FIRST_ROW + 1)


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
    missing: Missing = _count_missing_in_three(own[row - 1])
    above: Missing = _count_missing_in_three(own[row + 1])
    left: cython.uint = ~(own[row] << 1)
    right: cython.uint = ~(own[row] >> 1)
    in_row: Missing
    in_row.one = left | right
    in_row.two = left & right
    in_row.three = 0
    missing = _add_missing(_add_missing(missing, above), in_row)
    empty: cython.uint = inside & ~own[row]
    sorts[STONES] = own[row]
    sorts[RINGS] = empty & ~missing.one
    sorts[BUT_FOR_ONE] = empty & missing.one & ~missing.two
    sorts[BUT_FOR_TWO] = empty & missing.two & ~missing.three
    sorts[FILLED] = inside & own[row] & ~missing.one


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_missing_in_three(row: cython.uint) -> Missing:
    """Count the missing stones on each square of a row and its two neighbours in it."""
    left: cython.uint = ~(row << 1)
    middle: cython.uint = ~row
    right: cython.uint = ~(row >> 1)
    missing: Missing
    missing.one = left | middle | right
    missing.two = left & middle | right & (left | middle)
    missing.three = left & middle & right
    return missing


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_missing(some: Missing, more: Missing) -> Missing:
    """Return the sum of two counts of missing stones."""
    missing: Missing
    missing.one = some.one | more.one
    missing.two = some.two | more.two | some.one & more.one
    missing.three = some.three | more.three | some.two & more.one | some.one & more.two
    return missing
