"""Evaluator wrapper that takes off pieces out of play, for games in which every move captures.

Such a game ends when nobody attacks an enemy, and who moves last wins. So only pieces count that
are connected with an enemy by attacks. As each move takes a piece, the side to move has half a
piece more: otherwise scores would rise and fall with the turn.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CELLS,
    CODES,
    EDGE,
    EMPTY,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Span, Stop
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS
from cython.cimports.libc.string import memset

from amalthea.engine.core.position import VALUES

_END = cython.declare(cython.int, 2000)  # cp for the winner where no piece is in play


class OutOfPlayEvaluator(AddingEvaluator):
    def __init__(self, state, inner):
        self.state = state
        self.inner = inner
        count: cython.int = len(state.variant.pieces)
        kind: cython.int
        for kind in range(1, count + 1):
            self.tempo += self.state.exchange[kind]
        self.tempo //= 2 * count
        self.last = _END * VALUES[state.variant.ends.stalemate]

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        listed, total = self.inner.terms()
        change: cython.int = self.added_score()
        return [
            *listed,
            ("out of play", -self.idle[0], -self.idle[1]),
            self.one_sided("turn", self._turn_value()),
        ], total + change

    def _turn_value(self):
        """Return what the turn is worth, from White's view; a side without a move has no turn."""
        worth: cython.int = self.tempo if self.has_piece_in_play else self.last
        return worth if self.state.side == WHITE else -worth

    def added_score(self):
        """Return the centipawns for pieces out of play and for the turn, from White's view."""
        self._find_idle()
        return self.idle[1] - self.idle[0] + self._turn_value()

    def _find_idle(self):
        """Fill `idle` with the value of each side's pieces out of play, and `has_piece_in_play`."""
        colour: cython.int
        slot: cython.int
        cell: cython.int
        value: cython.int
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                self.parent[cell] = cell
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell:
                    self._join_attacked(cell)
        memset(self.sums, 0, cython.sizeof(self.sums))
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell:
                    value = self.state.exchange[self.state.board[cell] & TYPE_MASK]
                    self.sums[2 * self._root(cell) + colour] += value
        self.idle[0] = self.idle[1] = 0
        self.has_piece_in_play = False
        for colour in range(2):
            for slot in range(self.state.slots[colour]):
                cell = self.state.cell_of[colour * SLOTS + slot]
                if cell == 0 or self.parent[cell] != cell:
                    continue
                if self.sums[2 * cell] and self.sums[2 * cell + 1]:
                    self.has_piece_in_play = True
                else:
                    self.idle[0] += self.sums[2 * cell]
                    self.idle[1] += self.sums[2 * cell + 1]

    def _join_attacked(self, cell):
        """Join the piece on a cell with all pieces that it attacks, friends included."""
        code: cython.int = self.state.board[cell] & (CODES - 1)
        span: cython.pointer[Span] = cython.address(self.state.tables.captures[code * CELLS + cell])
        stop: cython.pointer[Stop] = self.state.tables.stops + span.first
        end: cython.pointer[Stop] = self.state.tables.stops + span.last
        occupant: cython.int
        while stop < end:
            occupant = self.state.board[stop.to]
            if occupant != EMPTY and occupant != EDGE and stop.flags & CAN_CAPTURE:
                self.parent[self._root(cell)] = self._root(stop.to)
            stop += 1 if occupant == EMPTY else stop.skip

    def _root(self, cell):
        """Return the cell that stands for all pieces joined with the one on a cell."""
        while self.parent[cell] != cell:
            self.parent[cell] = self.parent[self.parent[cell]]
            cell = self.parent[cell]
        return cell
