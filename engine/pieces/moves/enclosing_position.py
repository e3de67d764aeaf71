"""Positions of games in which pieces change sides, hands never get empty or a stuck side passes.

Everything else is done by the plain moves of `PiecesPosition`.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    DEBUG,
    NO_MOVE,
    NORMAL,
    QUIET,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    DROP,
    EDGE,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import ATAXX
from cython.cimports.amalthea.engine.pieces.moves import generation, making
from cython.cimports.amalthea.engine.pieces.moves.drops import hold
from cython.cimports.amalthea.engine.pieces.moves.enclosing import (
    count_neighbours,
    turn_back,
    turn_pieces,
)
from cython.cimports.amalthea.engine.pieces.moves.move_text import find, text_of
from cython.cimports.amalthea.engine.pieces.moves.position import PiecesPosition
from cython.cimports.amalthea.engine.pieces.moves.state import Undo, fill, first_slot
from cython.cimports.amalthea.engine.pieces.moves.winning import look_for_end_and_threat

_GAIN = cython.declare(cython.int, 200)  # of a piece that changes sides, as that of a capture


class EnclosingPosition(PiecesPosition):
    # -- moves -------------------------------------------------------------------------------------

    def generate(self, out, what):
        n: cython.int = PiecesPosition.generate(self, out, what)
        i: cython.int
        if self.tables.flips >= ATAXX:
            for i in range(n):
                out[i].gain += _GAIN * count_neighbours(self, 1 - self.side, to_of(out[i].move))
        if not what & QUIET or (n and not self.tables.passes_at_will[self.side]):
            return n
        move: Move = self._passing_move()
        if move == NO_MOVE:
            return n
        kind: cython.int = self.board[to_of(move)] & TYPE_MASK
        fill(self, out + n, move, first_slot(self, kind), 0)
        return n + 1

    def is_legal(self, move):
        return generation.is_legal(self, move) or (move != NO_MOVE and move == self._passing_move())

    def make(self, move):
        undo: cython.pointer[Undo] = self.stack + self.ply
        making.make(self, move)
        undo.flip_count = 0
        is_pass: cython.bint = type_of(move) == NORMAL and origin_of(move) == to_of(move)
        if self.tables.flips and not is_pass:
            turn_pieces(self, undo)
        if self.tables.unlimited_drops and type_of(move) == DROP:
            self._refill_hand(undo)
        if self.tables.has_ends:
            look_for_end_and_threat(self)
        if DEBUG:
            self.abort_if_inconsistent()

    def unmake(self):
        self.ended = self.verdict = 0
        undo: cython.pointer[Undo] = self.stack + self.ply - 1
        turn_back(self, undo)
        if self.tables.unlimited_drops and type_of(undo.move) == DROP:
            self.hand[_held_code(self, undo)] -= 1
            self.held[1 - self.side] -= 1
        making.unmake(self)
        if DEBUG:
            self.abort_if_inconsistent()

    def _refill_hand(self, undo):
        """Put what was dropped back into the hand, as there is always more of it."""
        hold(self, undo, _held_code(self, undo), 1)

    def _passing_move(self):
        """Return the pass of a side at will, or without another move; NO_MOVE if it may not pass.

        It is written as a move of the king, or else of the side's first piece, to its own square.
        """
        i: cython.int
        cell: cython.int
        at_will: cython.bint = self.tables.passes_at_will[self.side]
        if not (at_will or self.tables.passes_if_stuck[self.side]):
            return NO_MOVE
        if self.ended or self._is_checked() or self.alive[self.side] == 0:
            return NO_MOVE
        if not at_will and generation.has_legal_move(self):
            return NO_MOVE
        if self.king_cell[self.side]:
            return pack(self.king_cell[self.side], self.king_cell[self.side], NORMAL, 0)
        for i in range(self.tables.cells):
            cell = self.tables.cell_list[i]
            if self.enemies[self.side * (EDGE + 1) + self.board[cell]]:
                return pack(cell, cell, NORMAL, 0)
        return NO_MOVE

    # -- for the search ----------------------------------------------------------------------------

    def can_null_move(self):
        if self.tables.flips or self.tables.enclosing:  # having to move may be bad
            return False
        return PiecesPosition.can_null_move(self)

    def wins_exchange(self, move, threshold):
        if self.tables.flips:  # what is captured changes sides, and back again
            return threshold <= 0
        return PiecesPosition.wins_exchange(self, move, threshold)

    def _has_legal_move(self):
        return generation.has_legal_move(self) or self._passing_move() != NO_MOVE

    # -- text --------------------------------------------------------------------------------------

    def find(self, text):
        """Return the legal move of a text, or NO_MOVE."""
        found: Move = find(self, text)
        if found == NO_MOVE:
            move: Move = self._passing_move()
            found = move if move != NO_MOVE and text_of(self, move) == text else NO_MOVE
        return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _held_code(state: EnclosingPosition, undo: cython.pointer[Undo]) -> cython.int:
    """Return the code in hand of what was dropped with the last move."""
    kind: cython.int = state.tables.dropped_from[detail_of(undo.move)]
    return (1 - state.side) << COLOUR_SHIFT | kind
