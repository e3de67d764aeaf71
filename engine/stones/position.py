"""Positions of stones only, stored as bit rows, whose FEN is that of `amalthea.engine.stones.fen`.

A game is a stack of layouts, one for each ply, so unmaking a move only pops one. A subclass defines
the layout, of which this module only knows where the bit rows of each side are.
"""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit, ones
from cython.cimports.amalthea.engine.core.moves import BLACK, WHITE
from cython.cimports.amalthea.engine.core.position import copy_fields
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy, memset

from amalthea.engine.core.position import COLORS
from amalthea.engine.stones import fen


class StonePosition(Position):
    """A position in which all pieces are stones of one sort."""

    def __init__(self, variant):
        """Prepare an empty position; a subclass sets `layout_size` and `first_bit`."""
        Position.__init__(self, variant)
        self.files = variant.files
        self.ranks = variant.ranks
        self.see_ignores_recaptures = True

    def __dealloc__(self):
        free(self.layouts)

    def grow(self, plies):
        layouts: cython.p_void = realloc(self.layouts, plies * self.layout_size)
        if not layouts:
            raise MemoryError
        self.layouts = layouts

    def take(self, other):
        stones: StonePosition = other
        size: cython.pointer[cython.size_t] = cython.address(self.layout_size)
        copy_fields(size, cython.address(self.layouts), cython.address(stones.layout_size))
        Position.take(self, stones)
        memcpy(self.layouts, stones.layouts, (self.ply + 1) * self.layout_size)

    def rows_of(self, colour):
        """Return the bit rows of a side's stones in the current layout, that of rank 1 first."""
        return cython.NULL

    def count_stones(self, colour):
        """Return the number of a side's stones, counted on the board."""
        rows: cython.p_uint = self.rows_of(colour)
        count: cython.int = 0
        rank: cython.int
        for rank in range(self.ranks):
            count += ones(rows[rank])
        return count

    def set_up(self, setup):
        """Begin a game with the stones of a setup in a layout that is otherwise 0.

        setup: a StoneSetup, a FEN, or None for the start position. Raises FenError.
        """
        if not isinstance(setup, fen.StoneSetup):
            setup = fen.read(self.variant.start if setup is None else setup, self.variant)
        self.remarks = list(setup.remarks)
        self.start_history(BLACK if setup.side == "b" else WHITE, setup.halfmove, setup.fullmove)
        memset(self.layouts, 0, self.layout_size)
        rows: cython.p_uint
        file: cython.int
        rank: cython.int
        for (file, rank), side in setup.colours.items():
            rows = self.rows_of(BLACK if side == "b" else WHITE)
            rows[rank] |= 1 << (self.first_bit + file)

    def colours(self):
        """Return the side of each stone by its square."""
        found: dict = {}
        rows: cython.p_uint
        left: cython.uint
        colour: cython.int
        rank: cython.int
        for colour in range(2):
            rows = self.rows_of(colour)
            for rank in range(self.ranks):
                left = rows[rank]
                while left:
                    found[lowest_bit(left) - self.first_bit, rank] = COLORS[colour]
                    left &= left - 1
        return found

    def contents(self):
        signs = fen.letters(self.variant)
        return {square: signs[color] for square, color in self.colours().items()}

    def changes_of(self, move):
        """Return the changes of the board by a legal move, found in the rows that differ."""
        signs = ("", *fen.letters(self.variant).values())
        kept: BothSides
        colour: cython.int
        rank: cython.int
        old: cython.int
        new: cython.int
        left: cython.uint
        bit: cython.uint
        size: cython.size_t = self.ranks * cython.sizeof(cython.uint)
        found: list = []
        for colour in range(2):
            memcpy(kept.rows + colour * MAX_RANKS, self.rows_of(colour), size)
        whites: cython.p_uint = kept.rows
        blacks: cython.p_uint = kept.rows + MAX_RANKS
        self.make(move)
        new_whites: cython.p_uint = self.rows_of(WHITE)
        new_blacks: cython.p_uint = self.rows_of(BLACK)
        for rank in range(self.ranks):
            left = whites[rank] ^ new_whites[rank] | blacks[rank] ^ new_blacks[rank]
            while left:
                bit = left & -left
                old = 1 if whites[rank] & bit else 2 if blacks[rank] & bit else 0
                new = 1 if new_whites[rank] & bit else 2 if new_blacks[rank] & bit else 0
                square = (lowest_bit(left) - self.first_bit, rank)
                found.append((square, signs[old], signs[new]))
                left &= left - 1
        self.unmake()
        return tuple(found)

    def setup(self):
        """Return the position as a StoneSetup."""
        return fen.StoneSetup(self.colours(), self.turn, self.halfmove, self.fullmove())

    def unmake_null(self):
        self.unmake()

    def in_check(self):
        """Return False: without kings there is no check."""
        return False

    def fen(self):
        return fen.write(self.setup(), self.variant)

    def flipped(self):
        return fen.write(fen.flip(self.setup(), self.variant), self.variant)

    def diagram(self):
        return fen.draw(self.setup(), self.variant)
