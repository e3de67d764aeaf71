"""The input features of nets for Troop Chess: stones, in a plane for each colour."""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit
from cython.cimports.amalthea.engine.evaluation.features import Change, Features, Numbering
from cython.cimports.amalthea.engine.troop.patterns import FIRST_BIT, FIRST_ROW, ROWS
from cython.cimports.amalthea.engine.troop.state import Layout, layout_of


class FormationNumbering(Numbering):
    """The numbering of the features of one game."""

    def __init__(self, variant):
        from amalthea.engine.stones import stone_fen

        start = stone_fen.read(variant.start, variant)
        Numbering.__init__(self, variant, max(1, len(start.colours)))
        files, ranks = variant.files, variant.ranks
        self.files = files
        self.cells = files * ranks
        self.set_mirror(
            [
                (colour ^ 1) * files * ranks + (ranks - 1 - rank) * files + file
                for colour in range(2)
                for rank in range(ranks)
                for file in range(files)
            ]
        )
        self.reflected = [
            line * files + files - 1 - file for line in range(2 * ranks) for file in range(files)
        ]


class FormationFeatures(Features):
    """The features of one position."""

    def __init__(self, formations, numbering):
        Features.__init__(self, formations, numbering)
        self.formations = formations
        self.numbers = numbering

    def present(self, out):
        now: cython.pointer[Layout] = layout_of(self.formations)
        colour: cython.int
        row: cython.int
        count: cython.int = 0
        bits: cython.uint
        for colour in range(2):
            for row in range(ROWS):
                bits = now.stones[colour * ROWS + row]
                while bits:
                    out[count] = self._number(colour, row, lowest_bit(bits))
                    count += 1
                    bits &= bits - 1
        return count

    def changed(self, ply, out):
        before: cython.pointer[Layout] = self.formations.stack + ply
        after: cython.pointer[Layout] = before + 1
        colour: cython.int
        row: cython.int
        bit: cython.int
        count: cython.int = 0
        bits: cython.uint
        for colour in range(2):
            for row in range(ROWS):
                bits = before.stones[colour * ROWS + row] ^ after.stones[colour * ROWS + row]
                while bits:
                    bit = lowest_bit(bits)
                    out[count].feature = self._number(colour, row, bit)
                    out[count].count = 1 if after.stones[colour * ROWS + row] >> bit & 1 else -1
                    count += 1
                    bits &= bits - 1
        return count

    def men(self):
        now: cython.pointer[Layout] = layout_of(self.formations)
        return now.counts[0] + now.counts[1]

    def _number(self, colour, row, bit):
        """Return the index of the feature of a stone on the square of that row and bit."""
        return (
            colour * self.numbers.cells + (row - FIRST_ROW) * self.numbers.files + bit - FIRST_BIT
        )
