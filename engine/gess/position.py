"""Positions of Gess, in which pieces are patches of stones; see `patches`.

A side without a ring has lost; if no side has one, the side that moved has lost. So each position
knows whether the game is over.
"""

import re

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit, ones
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
    MARGIN_LABEL,
    PATCH,
    ROW_BITS,
    ROWS,
    UNKNOWN,
    find_rings,
    geometry,
    grow,
    make_on_layout,
    patch_row,
)
from cython.cimports.amalthea.engine.gess.state import StonesState
from cython.cimports.libc.string import memcpy, memset

from amalthea.engine.stones import stone_fen

_TEXT = re.compile(r"([a-t])([1-9][0-9]?)([a-t])([1-9][0-9]?)")


class Stones(StonesState):
    """A position of Gess."""

    def __init__(self, variant, setup=None):
        """Set up a position. Raises FenError.

        setup: a FEN, or the StoneSetup read from one; None is the start position.
        """
        StonesState.__init__(self, variant)
        self.geometry = geometry()
        self.files = variant.files
        self.see_ignores_recaptures = True
        self.history_slots = PATCH * variant.files * variant.ranks
        y: cython.int
        first: cython.int = FIRST_ROW + 1
        board: cython.uint = ((1 << self.files) - 1) << first
        for y in range(first, first + variant.ranks):
            self.inside[y] = board
        if variant.centres_outside:
            grow(self.inside, self.centres)
        else:
            memcpy(self.centres, self.inside, cython.sizeof(self.centres))
        self._place_stones(self.read(setup))

    def _place_stones(self, setup):
        """Put the stones of a setup on the board."""
        colour: cython.int
        file: cython.int
        rank: cython.int
        self.start_history(BLACK if setup.side == "b" else WHITE, setup.halfmove, setup.fullmove)
        now: cython.pointer[Layout] = self.stack
        memset(now, 0, cython.sizeof(Layout))
        for (file, rank), side in setup.colours.items():
            colour = BLACK if side == "b" else WHITE
            now.stones[colour * ROWS + FIRST_ROW + 1 + rank] |= 1 << (FIRST_ROW + 1 + file)
            now.counts[colour] += 1
        now.board_key = self._board_key(now)
        now.halfmove = setup.halfmove
        now.threatened = UNKNOWN
        find_rings(now, WHITE)
        find_rings(now, BLACK)
        self._refresh()

    def _refresh(self):
        """Update hash key, halfmove clock and result from the layout of this ply."""
        now: cython.pointer[Layout] = self.stack + self.ply
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
        return self.verdict == 0 and generation.can_go(self, origin_of(move), to_of(move))

    def describe(self, move, out):
        generation.describe(self, move, out)

    def winning_move(self):
        return threats.winning_move_of(self, self.side) if self.verdict == 0 else NO_MOVE

    def is_threatened(self):
        return threats.is_threatened(self)

    def gives_check(self, move):
        """Return True if the moved patch points at a ring from its new place."""
        return threats.points_at_ring(self, move)

    def wins_exchange(self, move, threshold):
        """Return True if the immediate gain is at least `threshold` cp; recaptures are ignored."""
        taken: cython.int
        return generation.gain_of(self, move, cython.address(taken)) >= threshold

    def key_after(self, move):
        """Return the hash key after a move unless the patch captures or leaves the board."""
        now: cython.pointer[Layout] = self.stack + self.ply
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
        now: cython.pointer[Layout] = self.stack + self.ply
        after: cython.pointer[Layout] = now + 1
        memcpy(after, now, cython.sizeof(Layout))
        make_on_layout(after, self.geometry, self.inside, self.side, origin_of(move), to_of(move))
        pass_turn(self)
        self._refresh()
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        return_turn(self)
        self._refresh()

    def make_null(self):
        now: cython.pointer[Layout] = self.stack + self.ply
        memcpy(now + 1, now, cython.sizeof(Layout))
        now[1].threatened = UNKNOWN
        now[1].halfmove = 0  # repetitions across a null move do not count
        pass_turn(self)
        self._refresh()

    def can_null_move(self):
        """Return True: zugzwang is rare in Gess."""
        return True

    # -- the end of the game -----------------------------------------------------------------------

    def status(self):
        if self.verdict:
            return self.final_status(self.verdict, "rings")
        return self.undecided_status()

    # -- text --------------------------------------------------------------------------------------

    def text(self, move):
        return _cell_name(origin_of(move)) + _cell_name(to_of(move))

    def find(self, text):
        match = _TEXT.fullmatch(text)
        if not match:
            return NO_MOVE
        origin: cython.int = _cell_of(match[1], match[2])
        to: cython.int = _cell_of(match[3], match[4])
        move: Move = pack(origin, to, NORMAL, 0) if origin and to else NO_MOVE
        return move if move and self.is_legal(move) else NO_MOVE

    def setup(self):
        now: cython.pointer[Layout] = self.stack + self.ply
        colours = {}
        colour: cython.int
        y: cython.int
        left: cython.uint
        for colour in range(2):
            for y in range(FIRST_ROW, END_ROW):
                left = now.stones[colour * ROWS + y]
                while left:
                    colours[lowest_bit(left) - FIRST_ROW - 1, y - FIRST_ROW - 1] = "wb"[colour]
                    left &= left - 1
        return stone_fen.StoneSetup(colours, "wb"[self.side], self.halfmove, self.fullmove())

    # -- consistency checks ------------------------------------------------------------------------

    def consistent(self):
        now: cython.pointer[Layout] = self.stack + self.ply
        fresh: Layout
        colour: cython.int
        y: cython.int
        count: cython.int
        memcpy(cython.address(fresh), now, cython.sizeof(Layout))
        for colour in range(2):
            find_rings(cython.address(fresh), colour)
            if fresh.ring_counts[colour] != now.ring_counts[colour]:
                return False
            count = 0
            for y in range(ROWS):
                count += ones(now.stones[colour * ROWS + y])
                if now.stones[colour * ROWS + y] & ~self.inside[y]:
                    return False
                if now.stones[y] & now.stones[ROWS + y]:
                    return False
                if FIRST_ROW <= y < END_ROW and (
                    fresh.rings[colour * ROWS + y] != now.rings[colour * ROWS + y]
                ):
                    return False
            if count != now.counts[colour]:
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
    return f"{chr(ord('a') + cell % ROW_BITS - FIRST_ROW)}{cell // ROW_BITS - MARGIN_LABEL}"


def _cell_of(file: str, rank: str) -> cython.int:
    """Return the cell with a label, or 0 if there is none."""
    row: cython.int = int(rank) + MARGIN_LABEL
    return row * ROW_BITS + ord(file) - ord("a") + FIRST_ROW if row < END_ROW else 0
