"""Positions of Gess, in which pieces are patches of stones; see `patches`.

A side without a ring has lost; if no side has one, the side that moved has lost. So each position
knows whether the game is over.
"""

import re

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit
from cython.cimports.amalthea.engine.core.moves import (
    BLACK,
    DEBUG,
    NO_MOVE,
    NORMAL,
    WHITE,
    Move,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.amalthea.engine.core.position import pass_turn, return_turn
from cython.cimports.amalthea.engine.gess import generation, threats
from cython.cimports.amalthea.engine.gess.patches import (
    END_ROW,
    FIRST_ROW,
    PATCH,
    ROW_BITS,
    ROWS,
    UNKNOWN,
    add_neighbours,
    find_rings,
    geometry,
    move_patch,
    patch_row,
)
from cython.cimports.amalthea.engine.gess.state import GessState, layout_of
from cython.cimports.libc.string import memcpy

from amalthea.engine.core.status import Termination
from amalthea.engine.core.variant import SQUARE, parse_square, square_name

_MOVE = re.compile(rf"({SQUARE})({SQUARE})")


class GessPosition(GessState):
    """A position of Gess."""

    def __init__(self, variant, setup=None):
        """Set up a position. Raises FenError.

        setup: a FEN, or the StoneSetup read from one; None is the start position.
        """
        GessState.__init__(self, variant)
        self.layout_size = cython.sizeof(Layout)
        self.first_bit = FIRST_ROW + 1
        self.geometry = geometry()
        self.history_slots = PATCH * variant.files * variant.ranks
        y: cython.int
        board: cython.uint = ((1 << self.files) - 1) << self.first_bit
        for y in range(FIRST_ROW + 1, FIRST_ROW + 1 + self.ranks):
            self.inside[y] = board
        if variant.centres_outside:
            add_neighbours(self.inside, self.centres)
        else:
            memcpy(self.centres, self.inside, cython.sizeof(self.centres))
        self.set_up(setup)
        now: cython.pointer[Layout] = layout_of(self)
        colour: cython.int
        for colour in range(2):
            now.counts[colour] = self.count_stones(colour)
            find_rings(now, colour)
        now.board_key = self._board_key(now)
        now.halfmove = self.halfmove
        now.threatened = UNKNOWN
        self._update()

    def rows_of(self, colour):
        return layout_of(self).stones + (colour * ROWS + FIRST_ROW + 1)

    def _update(self):
        """Update hash key, halfmove clock and result from the layout of this ply."""
        now: cython.pointer[Layout] = layout_of(self)
        self.hash_key = now.board_key ^ (self.geometry.side_key if self.side == BLACK else 0)
        self.halfmove = now.halfmove
        self.verdict = 0
        if now.ring_counts[1 - self.side] == 0:
            self.verdict = 1
        elif now.ring_counts[self.side] == 0:
            self.verdict = -1

    # -- moves -----------------------------------------------------------------------------------

    def generate(self, out, what):
        return generation.generate(self, out, what)

    def is_legal(self, move):
        origin: cython.int = origin_of(move)
        to: cython.int = to_of(move)
        if self.verdict or move != pack(origin, to, NORMAL, 0):
            return False
        return generation.is_possible(self, origin, to)

    def describe(self, move, out):
        generation.describe(self, move, out)

    def winning_move(self):
        return threats.winning_move_of(self, self.side) if self.verdict == 0 else NO_MOVE

    def is_threatened(self):
        return threats.is_threatened(self)

    def gives_check(self, move):
        """Return True if the moved patch points at a ring from its new square."""
        return threats.points_at_ring(self, move)

    def wins_exchange(self, move, threshold):
        """Return True if the immediate gain is at least `threshold` cp; recaptures are ignored."""
        taken: cython.int
        return generation.gain_of(self, move, cython.address(taken)) >= threshold

    def key_after(self, move):
        """Return the hash key after a move unless the patch captures or leaves the board."""
        now: cython.pointer[Layout] = layout_of(self)
        own: cython.p_uint = cython.address(now.stones[self.side * ROWS])
        keys: cython.pointer[cython.ulonglong] = self.geometry.triples
        key: cython.ulonglong = self.hash_key ^ self.geometry.side_key
        origin: cython.int = origin_of(move)
        to: cython.int = to_of(move)
        first: cython.int = self.side * ROWS * ROW_BITS
        i: cython.int
        lifted: cython.uint
        for i in range(-1, 2):
            lifted = patch_row(own, origin, i)
            key ^= keys[(first + origin + i * ROW_BITS - 1) * 8 + lifted]
            key ^= keys[(first + to + i * ROW_BITS - 1) * 8 + lifted]
        return key

    def make(self, move):
        now: cython.pointer[Layout] = layout_of(self)
        after: cython.pointer[Layout] = now + 1
        memcpy(after, now, cython.sizeof(Layout))
        move_patch(after, self.geometry, self.inside, self.side, origin_of(move), to_of(move))
        pass_turn(self)
        self._update()
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        return_turn(self)
        self._update()

    def make_null(self):
        now: cython.pointer[Layout] = layout_of(self)
        memcpy(now + 1, now, cython.sizeof(Layout))
        now[1].threatened = UNKNOWN
        now[1].halfmove = 0  # repetitions across a null move do not count
        pass_turn(self)
        self._update()

    def can_null_move(self):
        """Return True: zugzwang is rare in Gess."""
        return True

    # -- the end of the game -----------------------------------------------------------------------

    def status(self):
        if self.verdict:
            return self.final_status(self.verdict, Termination.RINGS)
        return self.undecided_status()

    # -- text --------------------------------------------------------------------------------------

    def text(self, move):
        return _cell_name(origin_of(move)) + _cell_name(to_of(move))

    def find(self, text):
        match = _MOVE.fullmatch(text)
        if not match:
            return NO_MOVE
        origin: cython.int = _cell_of(match[1])
        to: cython.int = _cell_of(match[2])
        move: Move = pack(origin, to, NORMAL, 0) if origin and to else NO_MOVE
        return move if move and self.is_legal(move) else NO_MOVE

    # -- consistency checks ------------------------------------------------------------------------

    def consistent(self):
        now: cython.pointer[Layout] = layout_of(self)
        fresh: Layout
        colour: cython.int
        y: cython.int
        memcpy(cython.address(fresh), now, cython.sizeof(Layout))
        for colour in range(2):
            find_rings(cython.address(fresh), colour)
            if fresh.ring_counts[colour] != now.ring_counts[colour]:
                return False
            if now.counts[colour] != self.count_stones(colour):
                return False
            for y in range(ROWS):
                if now.stones[colour * ROWS + y] & ~self.inside[y]:
                    return False
                if now.stones[y] & now.stones[ROWS + y]:
                    return False
                if FIRST_ROW <= y < END_ROW and (
                    fresh.rings[colour * ROWS + y] != now.rings[colour * ROWS + y]
                ):
                    return False
        return now.board_key == self._board_key(now)

    def _board_key(self, layout):
        """Return the hash key of the stones, computed stone by stone."""
        key: cython.ulonglong = 0
        i: cython.int
        left: cython.uint
        for i in range(2 * ROWS):
            left = layout.stones[i]
            while left:
                key ^= self.geometry.triples[(i * ROW_BITS + lowest_bit(left)) * 8 + 1]
                left &= left - 1
        return key


def _cell_name(cell: cython.int) -> str:
    return square_name(cell % ROW_BITS - FIRST_ROW, cell // ROW_BITS - FIRST_ROW)


def _cell_of(square: str) -> cython.int:
    """Return the cell with a label, or 0 if there is none."""
    file, rank = parse_square(square)
    row: cython.int = rank + FIRST_ROW
    return row * ROW_BITS + file + FIRST_ROW if row < END_ROW else 0
