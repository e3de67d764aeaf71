"""What a net sees of stones: each on its cell, and around each cell what is of a ring.

A sort of thing has a plane for White's and one for Black's: stones; rings; rings but for one stone
and but for two, their middle empty of own stones; and what would be a ring were its middle empty.
"""

import cython
from cython.cimports.engine.board.bits import lowest_bit
from cython.cimports.engine.evaluation.features import Change, Features, Numbering
from cython.cimports.engine.kinds.stones.patches import END_ROW, FIRST_ROW, Layout


class StoneNumbering(Numbering):
    def __init__(self, variant):
        from engine.kinds.stones import stone_fen

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
    def __init__(self, stones, numbering):
        Features.__init__(self, stones, numbering)
        self.stones = stones
        self.numbers = numbering

    def present(self, out):
        planes: Planes
        plane: cython.int
        row: cython.int
        bits: cython.uint
        count: cython.int = 0
        _fill(planes, self.stones.stack + self.stones.ply, self.stones.inside)
        for plane in range(2 * SORTS):
            for row in range(FIRST_ROW, END_ROW):
                bits = planes[plane * ROWS + row]
                while bits:
                    out[count] = self._number(plane, row, lowest_bit(bits))
                    count += 1
                    bits &= bits - 1
        return count

    def changed(self, ply, out):
        before: Planes
        after: Planes
        plane: cython.int
        row: cython.int
        bit: cython.int
        bits: cython.uint
        count: cython.int = 0
        _fill(before, self.stones.stack + ply, self.stones.inside)
        _fill(after, self.stones.stack + ply + 1, self.stones.inside)
        for plane in range(2 * SORTS):
            for row in range(FIRST_ROW, END_ROW):
                bits = before[plane * ROWS + row] ^ after[plane * ROWS + row]
                while bits:
                    bit = lowest_bit(bits)
                    out[count].feature = self._number(plane, row, bit)
                    out[count].count = 1 if after[plane * ROWS + row] >> bit & 1 else -1
                    count += 1
                    bits &= bits - 1
        return count

    def men(self):
        now: cython.pointer[Layout] = self.stones.stack + self.stones.ply
        return now.counts[0] + now.counts[1]

    def _number(self, plane, row, bit):
        """Of a thing on the cell of that row and bit."""
        return (
            plane * self.numbers.cells
            + (row - FIRST_ROW - 1) * self.numbers.files
            + bit
            - FIRST_ROW
            - 1
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    planes: cython.p_uint, layout: cython.pointer[Layout], inside: cython.p_uint
) -> cython.void:
    """Finds all things of a layout."""
    colour: cython.int
    row: cython.int
    i: cython.int
    own: cython.p_uint
    missing: cython.uint
    one: cython.uint
    two: cython.uint
    three: cython.uint
    around: cython.uint[8]
    for colour in range(2):
        own = cython.address(layout.stones[colour * ROWS])
        for row in range(FIRST_ROW, END_ROW):
            around[0] = own[row - 1] << 1
            around[1] = own[row - 1]
            around[2] = own[row - 1] >> 1
            around[3] = own[row] << 1
            around[4] = own[row] >> 1
            around[5] = own[row + 1] << 1
            around[6] = own[row + 1]
            around[7] = own[row + 1] >> 1
            one = 0  # cells around which at least one own stone is missing, two, three
            two = 0
            three = 0
            for i in range(8):
                missing = ~around[i]
                three |= two & missing
                two |= one & missing
                one |= missing
            planes[colour * ROWS + row] = own[row]
            planes[(2 + colour) * ROWS + row] = ~one & ~own[row] & inside[row]
            planes[(4 + colour) * ROWS + row] = one & ~two & ~own[row] & inside[row]
            planes[(6 + colour) * ROWS + row] = two & ~three & ~own[row] & inside[row]
            planes[(8 + colour) * ROWS + row] = ~one & own[row] & inside[row]
