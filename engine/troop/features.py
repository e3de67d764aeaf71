"""The input features of nets for Troop Chess: stones, in a plane for each colour."""

import cython
from cython.cimports.amalthea.engine.evaluation.features import Change, Features
from cython.cimports.amalthea.engine.stones.features import (
    first_number,
    list_changes,
    list_features,
)
from cython.cimports.amalthea.engine.troop.patterns import FIRST_BIT, FIRST_ROW, ROWS
from cython.cimports.amalthea.engine.troop.state import Layout, layout_at, layout_of


class TroopFeatures(Features):
    """The features of one position."""

    def __init__(self, position, numbering):
        Features.__init__(self, position, numbering)
        self.state = position
        self.numbers = numbering

    def write_present(self, out):
        now: cython.pointer[Layout] = layout_of(self.state)
        colour: cython.int
        row: cython.int
        first: cython.int
        count: cython.int = 0
        for colour in range(2):
            for row in range(ROWS):
                first = first_number(self.numbers, colour, row - FIRST_ROW, FIRST_BIT)
                count = list_features(now.stones[colour * ROWS + row], first, out, count)
        return count

    def write_changes(self, ply, out):
        before: cython.pointer[Layout] = layout_at(self.state, ply)
        after: cython.pointer[Layout] = before + 1
        colour: cython.int
        row: cython.int
        first: cython.int
        i: cython.int
        count: cython.int = 0
        for colour in range(2):
            for row in range(ROWS):
                first = first_number(self.numbers, colour, row - FIRST_ROW, FIRST_BIT)
                i = colour * ROWS + row
                count = list_changes(before.stones[i], after.stones[i], first, out, count)
        return count

    def piece_count(self):
        now: cython.pointer[Layout] = layout_of(self.state)
        return now.counts[0] + now.counts[1]
