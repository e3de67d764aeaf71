"""Positions of games like Tamerlane Chess: pieces that change places, and pieces that return.

Everything else is done by the plain moves of `PiecesPosition`. The word of such a move is that of
an ordinary move whose detail is SWAP or RETURN. The pieces become others by it, so that a position
need not remember which ones have changed places. The only royal pieces of such games are
pseudo-royal ones, which are tested after each move, so nothing looks for pins.
"""

import re

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    DEBUG,
    MAX_MOVES,
    NO_MOVE,
    NORMAL,
    QUIET,
    TACTICAL,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
    UNMOVED,
    cell_at,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Span, Stop, may_enter
from cython.cimports.amalthea.engine.pieces.moves import (
    board_moves,
    exchanges,
    generation,
    making,
    winning,
)
from cython.cimports.amalthea.engine.pieces.moves.move_text import find, text_of
from cython.cimports.amalthea.engine.pieces.moves.permission import is_in_danger, is_permitted
from cython.cimports.amalthea.engine.pieces.moves.position import PiecesPosition
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    Undo,
    fill,
    first_slot,
    is_detailed,
)

from amalthea.engine.core.variant import SQUARE, parse_square

SWAP = cython.declare(cython.int, 1)
RETURN = cython.declare(cython.int, 2)
_FORK = cython.declare(cython.int, 2)  # pieces attacked at once

_RELOCATION = re.compile(rf"({SQUARE})({SQUARE})[a-z]'{{0,2}}")


class RelocationPosition(PiecesPosition):
    # -- moves -------------------------------------------------------------------------------------

    def generate(self, out, what):
        if self.ended:
            return 0
        swapping: cython.bint = what & QUIET and self._may_swap()
        n: cython.int = generation.generate(self, out, what)
        if self.tables.any_returns:
            n = self._add_returns(out, n, what)
        return self._add_swaps(out, n) if swapping else n

    def _add_swaps(self, out, n):
        """Add the moves of pieces that change places, where they may."""
        slot: cython.int
        other: cython.int
        for slot in range(self.slots[self.side]):
            cell: cython.int = self.cell_of[self.side * SLOTS + slot]
            if cell == 0 or not self.tables.swaps_into[self.board[cell]]:
                continue
            for other in range(self.slots[self.side]):
                to: cython.int = self.cell_of[self.side * SLOTS + other]
                if to and n < MAX_MOVES and self._can_swap(cell, to):
                    self.describe(pack(cell, to, NORMAL, SWAP), out + n)
                    n += 1
        return n

    def _may_swap(self):
        """Return True if the side to move has a piece that swaps, and is in check or has no other
        legal move.
        """
        slot: cython.int
        found: cython.bint = False
        for slot in range(self.slots[self.side]):
            cell: cython.int = self.cell_of[self.side * SLOTS + slot]
            found = found or (cell > 0 and self.tables.swaps_into[self.board[cell]] > 0)
        if not found:
            return False
        if self.royal_attacked:
            return True
        return not generation.has_legal_move(self) and not (
            self.tables.any_returns and self._add_returns(self.scratch, 0, ALL_MOVES) > 0
        )

    def _can_swap(self, cell, other):
        """Return True if two pieces of the side to move can change places.

        The other piece must not be royal, must be allowed to stand there, and must not promote
        there.
        """
        code: cython.uchar = self.board[cell]
        friend: cython.uchar = self.board[other]
        if cell == other or self._is_fixed(friend):
            return False
        if self.tables.promotes_at[friend * CELLS + cell]:
            return False
        new_code: cython.uchar = self.tables.swaps_into[code]
        if not may_enter(self.tables, friend, cell) or not may_enter(self.tables, new_code, other):
            return False
        self.board[cell] = friend
        self.board[other] = new_code
        safe: cython.bint = not is_in_danger(self, self.side)
        self.board[cell] = code
        self.board[other] = friend
        return safe

    def _is_fixed(self, code):
        """Return True if a piece is royal or never captured: no relocation moves or removes it."""
        return (self.tables.uncapturable | self.tables.pseudo_royals) >> (code & TYPE_MASK) & 1

    def _add_returns(self, out, n, what):
        """Add the moves of the wanted kinds of pieces that return to the board."""
        slot: cython.int
        i: cython.int
        for slot in range(self.slots[self.side]):
            origin: cython.int = self.cell_of[self.side * SLOTS + slot]
            if origin == 0 or not self.tables.returns_as[self.board[origin]]:
                continue
            for i in range(self.tables.cells):
                to: cython.int = self.tables.cell_list[i]
                if n < MAX_MOVES and self._may_return(origin, to):
                    self.describe(pack(origin, to, NORMAL, RETURN), out + n)
                    n += (what & (TACTICAL if out[n].tactical else QUIET)) != 0
        return n

    def _may_return(self, origin, to):
        """Return True if a piece of the side to move may return to a cell."""
        code: cython.int = self.board[origin]
        becomes: cython.int = self.tables.returns_as[code]
        occupant: cython.int = self.board[to]
        if to == origin or occupant == EDGE or not may_enter(self.tables, becomes, to):
            return False
        if self.tables.promotes_at[becomes * CELLS + to]:
            return False
        if self.tables.returns_to[code]:
            if to != self.tables.returns_to[code] or occupant != EMPTY:
                return False
        elif self._is_fixed(occupant):
            return False
        elif not self._forks(origin, to):
            return False
        return is_permitted(self, pack(origin, to, NORMAL, 0))

    def _forks(self, origin, to):
        """Return True if a piece that returned to a cell would attack two pieces or a stuck one."""
        code: cython.uchar = self.board[origin]
        occupant: cython.uchar = self.board[to]
        becomes: cython.uchar = self.tables.returns_as[code]
        enemies: cython.p_uchar = cython.address(self.enemies[(1 - self.side) * (EDGE + 1)])
        span: cython.pointer[Span] = cython.address(self.tables.captures[becomes * CELLS + to])
        stop: cython.pointer[Stop] = self.tables.stops + span.first
        end: cython.pointer[Stop] = self.tables.stops + span.last
        attacked: cython.int = 0
        first: cython.int = 0  # of two paths to one cell the second one counts nothing
        stuck: cython.bint = False
        self.board[origin] = EMPTY
        self.board[to] = becomes
        while stop < end:
            standing: cython.int = self.board[stop.to]
            captures: cython.bint = enemies[standing] and stop.flags & CAN_CAPTURE
            if captures and not self.tables.uncapturable >> (standing & TYPE_MASK) & 1:
                attacked += stop.to != first
                first = stop.to if first == 0 else first
                stuck = stuck or not self._can_move(stop.to)
            stop += 1 if standing == EMPTY else stop.skip
        self.board[to] = occupant
        self.board[origin] = code
        return stuck or attacked >= _FORK

    def _can_move(self, cell):
        """Return True if the piece on a cell could move in its side's turn, checks aside."""
        code: cython.int = self.board[cell]
        enemies: cython.p_uchar = cython.address(
            self.enemies[(1 - (code >> COLOUR_SHIFT)) * (EDGE + 1)]
        )
        refused: cython.int = 0 if self.rights & self.tables.unmoved_by_cell[cell] else UNMOVED
        span: cython.pointer[Span] = cython.address(self.tables.moves[code * CELLS + cell])
        stop: cython.pointer[Stop] = self.tables.stops + span.first
        end: cython.pointer[Stop] = self.tables.stops + span.last
        while stop < end:
            standing: cython.int = self.board[stop.to]
            if standing == EMPTY:
                if stop.flags & CAN_MOVE and not stop.flags & refused:
                    return True
            elif enemies[standing] and stop.flags & CAN_CAPTURE:
                if not self.tables.uncapturable >> (standing & TYPE_MASK) & 1:
                    return True
            stop += 1 if standing == EMPTY else stop.skip
        return False

    def is_legal(self, move):
        if not is_detailed(move):
            return generation.is_legal(self, move)
        return self._is_relocation(move)

    def _is_relocation(self, move):
        """Return True if the word of a swap or return, perhaps a stale one, is legal."""
        origin: cython.int = origin_of(move)
        to: cython.int = to_of(move)
        if self.ended or origin >= CELLS or to >= CELLS:
            return False
        code: cython.int = self.board[origin]
        if code == EMPTY or code == EDGE or code >> COLOUR_SHIFT != self.side:
            return False
        if detail_of(move) == RETURN:
            return self.tables.returns_as[code] > 0 and self._may_return(origin, to)
        other: cython.int = self.board[to]
        if detail_of(move) != SWAP or not self.tables.swaps_into[code]:
            return False
        if other == EMPTY or other == EDGE or other >> COLOUR_SHIFT != self.side:
            return False
        return self._can_swap(origin, to) and self._may_swap()

    def describe(self, move, out):
        if not is_detailed(move):
            board_moves.describe(self, move, out)
            return
        becomes: cython.int = self._code_after(self.board[origin_of(move)], move)
        slot: cython.int = first_slot(self, becomes & TYPE_MASK)
        occupant: cython.int = self.board[to_of(move)]
        if detail_of(move) == SWAP:
            fill(self, out, move, slot, 0)
            return
        own: cython.bint = occupant != EMPTY and occupant >> COLOUR_SHIFT == self.side
        fill(self, out, move, slot, 0 if own else occupant & TYPE_MASK)
        if own:
            out.gain = -self.exchange[occupant & TYPE_MASK]

    def _code_after(self, code, move):
        """Return the code of what a piece becomes by changing places or by returning."""
        if detail_of(move) == SWAP:
            return self.tables.swaps_into[code]
        return self.tables.returns_as[code]

    def make(self, move):
        undo: cython.pointer[Undo] = self.stack + self.ply
        making.make(self, move)
        if is_detailed(move):
            if detail_of(move) == SWAP:
                making.put_on(self, undo, origin_of(move))
            making.become_on(self, undo, to_of(move), self._code_after(undo.moved_code, move))
            self.halfmove = 0
            self.royal_attacked = is_in_danger(self, self.side)
        if self.tables.has_ends:
            winning.look_for_end_and_threat(self)
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        move: Move = self.stack[self.ply - 1].move
        self.ended = self.verdict = 0
        if is_detailed(move) and detail_of(move) == SWAP:
            making.lift_from(self, self.stack + self.ply - 1, origin_of(move))
        making.unmake(self)
        if DEBUG:
            self.abort_if_inconsistent()

    # -- for the search ----------------------------------------------------------------------------

    def wins_exchange(self, move, threshold):
        if not is_detailed(move):
            return exchanges.wins_exchange(self, move, threshold)
        occupant: cython.int = self.board[to_of(move)]
        if detail_of(move) == SWAP or occupant == EMPTY:
            return threshold <= 0
        if occupant >> COLOUR_SHIFT == self.side:
            return threshold <= -self.exchange[occupant & TYPE_MASK]
        return exchanges.wins_exchange(self, move, threshold)

    def _has_legal_move(self):
        if self.ended:
            return False
        if generation.has_legal_move(self):
            return True
        if self.tables.any_returns and self._add_returns(self.scratch, 0, ALL_MOVES) > 0:
            return True
        return self._may_swap() and self._add_swaps(self.scratch, 0) > 0

    # -- text --------------------------------------------------------------------------------------

    def text(self, move):
        """Return the text of a legal move; the letter is what the piece becomes."""
        if not is_detailed(move):
            return text_of(self, move)
        letter: str = self.tables.letters[self._code_after(self.board[origin_of(move)], move)]
        return text_of(self, pack(origin_of(move), to_of(move), NORMAL, 0)) + letter.lower()

    def find(self, text):
        """Return the legal move of a text, or NO_MOVE."""
        named = _RELOCATION.fullmatch(text)
        move: Move = NO_MOVE
        detail: cython.int
        for detail in (SWAP, RETURN) if named else ():
            start, goal = parse_square(named[1]), parse_square(named[2])
            if start and goal:
                origin: cython.int = cell_at(start[0], start[1])
                to: cython.int = cell_at(goal[0], goal[1])
                move = pack(origin, to, NORMAL, detail)
                if self._is_relocation(move) and self.text(move) == text:
                    return move
        return find(self, text)
