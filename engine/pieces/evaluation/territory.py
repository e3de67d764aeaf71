"""Evaluator wrapper that adds territory, where moves block squares and who cannot move loses.

Nothing is ever captured there. Such games, as the Game of the Amazons, are about room. An empty
square belongs to the side that needs fewer moves to it; one that both reach at once is worth
something to the side to move. See Jens Lieberum, "An evaluation function for the game of amazons",
Theoretical Computer Science 349, 2005, whose measure this is.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import WHITE
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_MOVE,
    CELLS,
    EMPTY,
    UNMOVED,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Span, Stop
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS


class TerritoryEvaluator(AddingEvaluator):
    def __init__(self, state, inner, cell_worth, turn_worth):
        """Wrap an evaluator. The worths: see `territory` in pieces.evaluation.weights."""
        self.state = state
        self.inner = inner
        self.cell_worth = cell_worth
        self.turn_worth = turn_worth

    def terms(self):
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
        listed, total = self.inner.terms()
        change: cython.int = self.added_score()
        return [*listed, self.one_sided("territory", change)], total + change

    def added_score(self):
        """Return the value of the territory from White's view."""
        self._find_distances(0)
        self._find_distances(1)
        balance: cython.int = 0
        shared: cython.int = 0
        i: cython.int
        cell: cython.int
        white: cython.int
        black: cython.int
        for i in range(self.state.tables.cells):
            cell = self.state.tables.cell_list[i]
            if self.state.board[cell] != EMPTY:
                continue
            white = self.move_distance[cell]
            black = self.move_distance[CELLS + cell]
            balance += (white < black) - (black < white)
            shared += white == black and white < CELLS
        if self.state.side != WHITE:
            shared = -shared
        return balance * self.cell_worth + shared * self.turn_worth

    def _find_distances(self, colour):
        """Fill `move_distance` with a side's moves to each cell, CELLS without a way."""
        slot: cython.int
        cell: cython.int
        i: cython.int
        read: cython.int = 0
        for i in range(self.state.tables.cells):
            self.move_distance[colour * CELLS + self.state.tables.cell_list[i]] = CELLS
        self.written = 0
        for slot in range(self.state.slots[colour]):
            cell = self.state.cell_of[colour * SLOTS + slot]
            if cell:
                self.codes[cell] = self.state.board[cell]
                self.move_distance[colour * CELLS + cell] = 0
                self._enqueue(cell)
        while read < self.written:
            self._step_from(colour, self.queue[read])
            read += 1

    def _enqueue(self, cell):
        """Add a cell to the queue."""
        self.queue[self.written] = cell
        self.written += 1

    def _step_from(self, colour, cell):
        """Add the empty cells that the piece reaches that has come to a cell."""
        code: cython.int = self.codes[cell]
        moves: cython.int = self.move_distance[colour * CELLS + cell] + 1
        span: cython.pointer[Span] = cython.address(self.state.tables.moves[code * CELLS + cell])
        stop: cython.pointer[Stop] = self.state.tables.stops + span.first
        end: cython.pointer[Stop] = self.state.tables.stops + span.last
        while stop < end:
            if self.state.board[stop.to] != EMPTY:
                stop += stop.skip
                continue
            if stop.flags & CAN_MOVE and not stop.flags & UNMOVED:
                if self.move_distance[colour * CELLS + stop.to] > moves:
                    self.move_distance[colour * CELLS + stop.to] = moves
                    self.codes[stop.to] = code
                    self._enqueue(stop.to)
            stop += 1
