"""Positions of Troop Chess, in which formations of stones move as blocks; see `patterns`.

A side that has no formation, or has one but cannot move, has lost, so each position knows whether
the game is over. If play stalls, the stones may be counted.
"""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit
from cython.cimports.amalthea.engine.core.moves import (
    BLACK,
    DEBUG,
    NO_MOVE,
    NORMAL,
    WHITE,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.amalthea.engine.core.position import pass_turn, return_turn
from cython.cimports.amalthea.engine.troop import generation
from cython.cimports.amalthea.engine.troop.making import (
    Landing,
    is_possible,
    landing_of,
    move_formation,
)
from cython.cimports.amalthea.engine.troop.patterns import (
    CELLS,
    DIRECTIONS,
    FIRST_BIT,
    FIRST_ROW,
    ROW_BITS,
    ROWS,
    Member,
    Pattern,
    Patterns,
    has_formation,
    pattern_tables_of,
)
from cython.cimports.amalthea.engine.troop.state import Layout, TroopState, layout_of, lead_of
from cython.cimports.libc.string import memcpy

from amalthea.engine.core.position import ONGOING
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.core.variant import square_name
from amalthea.engine.troop.move_text import read_move

_COUNTED_CP = cython.declare(cython.int, 20_000)  # less than a proven win: it may not hold
_FEW_STONES = cython.declare(cython.int, 6)  # with fewer stones zugzwang is likely


class TroopPosition(TroopState):
    """A position of Troop Chess."""

    def __init__(self, variant, setup=None):
        """Set up a position. Raises FenError.

        setup: a FEN, or the StoneSetup read from one; None is the start position.
        """
        TroopState.__init__(self, variant)
        self.tables = pattern_tables_of(variant)
        self.patterns = cython.address(self.tables.patterns)
        self.layout_size = cython.sizeof(Layout)
        self.first_bit = FIRST_BIT
        self.counts_stones = variant.counts
        self.history_slots = DIRECTIONS * self.files * self.ranks
        self.set_up(setup)
        now: cython.pointer[Layout] = layout_of(self)
        colour: cython.int
        for colour in range(2):
            now.counts[colour] = self.count_stones(colour)
            now.keys[colour] = self._key_of(now, colour)
        now.halfmove = self.halfmove
        self._update_result(now, True)
        self._update()

    def rows_of(self, colour):
        return layout_of(self).stones + (colour * ROWS + FIRST_ROW)

    def _update_result(self, now, lost):
        """Update whether the game is over. lost: the side that moved may have lost stones."""
        own: cython.p_uint = cython.address(now.stones[self.side * ROWS])
        enemy: cython.p_uint = cython.address(now.stones[(1 - self.side) * ROWS])
        can_move: cython.bint = generation.any_move(self) != NO_MOVE
        able: cython.bint = can_move or has_formation(self.patterns, own)
        enemy_able: cython.bint = not lost or has_formation(self.patterns, enemy)
        now.no_formations = not able and not enemy_able
        now.verdict = 0
        if able and not enemy_able:
            now.verdict = 1
        elif enemy_able and not can_move:
            now.verdict = -1

    def _update(self):
        """Update hash key, halfmove clock and result from the layout of this ply."""
        now: cython.pointer[Layout] = layout_of(self)
        self.hash_key = (
            now.keys[0] ^ now.keys[1] ^ (self.patterns.side_key if self.side == BLACK else 0)
        )
        self.halfmove = now.halfmove
        self.verdict = now.verdict

    # -- moves -----------------------------------------------------------------------------------

    def generate(self, out, what):
        return generation.generate(self, out, what)

    def is_legal(self, move):
        now: cython.pointer[Layout] = layout_of(self)
        if now.verdict or now.no_formations:
            return False
        return is_possible(self.patterns, now, self.side, move)

    def describe(self, move, out):
        generation.describe(self, move, out)

    def wins_exchange(self, move, threshold):
        """Return True if the landing gains at least `threshold` cp; recaptures are ignored."""
        landing: Landing = landing_of(self.patterns, layout_of(self), self.side, move)
        return generation.gain_of(landing) >= threshold

    def key_after(self, move):
        """Return the hash key after a move unless stones are removed."""
        patterns: cython.pointer[cython.const[Patterns]] = self.patterns
        one: cython.pointer[cython.const[Pattern]] = patterns.patterns + detail_of(move)
        member: cython.pointer[cython.const[Member]] = patterns.members + one.first
        keys: cython.pointer[cython.const[cython.ulonglong]] = patterns.keys + self.side * CELLS
        key: cython.ulonglong = self.hash_key ^ patterns.side_key
        i: cython.int
        for i in range(one.size):
            key ^= keys[origin_of(move) + member[i].offset] ^ keys[to_of(move) + member[i].offset]
        return key

    def make(self, move):
        now: cython.pointer[Layout] = layout_of(self)
        after: cython.pointer[Layout] = now + 1
        us: cython.int = self.side
        memcpy(after, now, cython.sizeof(Layout))
        move_formation(self.patterns, after, us, move)
        pass_turn(self)
        self._update_result(after, after.counts[us] < now.counts[us])
        self._update()
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        return_turn(self)
        self._update()

    def make_null(self):
        now: cython.pointer[Layout] = layout_of(self)
        memcpy(now + 1, now, cython.sizeof(Layout))
        now[1].halfmove = 0  # repetitions across a null move do not count
        pass_turn(self)
        self._update_result(now + 1, False)
        self._update()

    def can_null_move(self):
        """Return True if the side to move has enough stones that zugzwang is unlikely."""
        return layout_of(self).counts[self.side] >= _FEW_STONES

    # -- the end of the game -----------------------------------------------------------------------

    def is_drawn(self, root):
        """Return True if play ends by the rules, or neither side has a formation."""
        if layout_of(self).no_formations:
            return True
        return TroopState.is_drawn(self, root)

    def draw_score(self, root):
        """Return the score if play ends by the rules, in cp for the side to move.

        The side with more stones wins if they are counted. Otherwise a draw costs the side that
        searches `standoff` centipawns.
        """
        if layout_of(self).no_formations:
            return 0
        lead: cython.int = lead_of(self, self.side)
        if lead:
            return lead * _COUNTED_CP
        return -self.standoff if (self.ply - root) % 2 == 0 else self.standoff

    def status(self):
        now: cython.pointer[Layout] = layout_of(self)
        if now.no_formations:
            return Status(State.DRAW, None, Termination.NO_FORMATION)
        if self.verdict:
            own: cython.p_uint = cython.address(now.stones[self.side * ROWS])
            blocked = self.verdict < 0 and has_formation(self.patterns, own)
            return self.final_status(
                self.verdict, Termination.BLOCKED if blocked else Termination.NO_FORMATION
            )
        if self.repetitions() + 1 >= self.draw_repetitions:
            return self.final_status(lead_of(self, self.side), Termination.REPETITION)
        if self.halfmove >= self.draw_plies:
            return self.final_status(lead_of(self, self.side), Termination.NO_CAPTURE)
        return ONGOING

    # -- text --------------------------------------------------------------------------------------

    def text(self, move):
        name: str = self.tables.codes[detail_of(move)][0]
        return _cell_name(origin_of(move)) + _cell_name(to_of(move)) + name

    def find(self, text):
        named = read_move(self.variant, text)
        if named is None:
            return NO_MOVE
        origin: cython.int = self._cell(named.start)
        to: cython.int = self._cell(named.end)
        move: Move = pack(origin, to, NORMAL, named.number) if origin and to else NO_MOVE
        return move if move and self.is_legal(move) else NO_MOVE

    def _cell(self, square):
        """Return the cell of a square, or 0 if it is not on the board."""
        file: cython.int = square[0]
        rank: cython.int = square[1]
        if not 0 <= file < self.files or not 0 <= rank < self.ranks:
            return 0
        return (rank + FIRST_ROW) * ROW_BITS + file + FIRST_BIT

    # -- consistency checks ------------------------------------------------------------------------

    def consistent(self):
        now: cython.pointer[Layout] = layout_of(self)
        colour: cython.int
        y: cython.int
        for colour in range(2):
            for y in range(ROWS):
                if now.stones[colour * ROWS + y] & ~self.patterns.inside[y]:
                    return False
                if now.stones[y] & now.stones[ROWS + y]:
                    return False
            if now.counts[colour] != self.count_stones(colour):
                return False
            if now.keys[colour] != self._key_of(now, colour):
                return False
        return True

    def _key_of(self, layout, colour):
        """Return the hash key of a side's stones, computed stone by stone."""
        key: cython.ulonglong = 0
        y: cython.int
        left: cython.uint
        for y in range(ROWS):
            left = layout.stones[colour * ROWS + y]
            while left:
                key ^= self.patterns.keys[colour * CELLS + y * ROW_BITS + lowest_bit(left)]
                left &= left - 1
        return key


def _cell_name(cell: cython.int) -> str:
    return square_name(cell % ROW_BITS - FIRST_BIT, cell // ROW_BITS - FIRST_ROW)
