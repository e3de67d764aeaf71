"""The squares that a side attacks, marked on a board of marks."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import CAN_CAPTURE, CELLS, CODES, EMPTY
from cython.cimports.amalthea.engine.pieces.compiled.tables import Span, Stop
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS


def mark_attacks(state, by, marks, mark):
    """Mark the squares that a side attacks, whatever stands there, except by hops."""
    slot: cython.int
    cell: cython.int
    code: cython.int
    second: cython.int
    span: cython.pointer[Span]
    stop: cython.pointer[Stop]
    end: cython.pointer[Stop]
    for slot in range(state.slots[by]):
        cell = state.cell_of[by * SLOTS + slot]
        if cell == 0:
            continue
        code = state.board[cell] & (CODES - 1)
        second = state.tables.second[code]
        span = cython.address(state.tables.captures[code * CELLS + cell])
        stop = state.tables.stops + span.first
        end = state.tables.stops + span.last
        while stop < end:
            if stop.flags & CAN_CAPTURE:
                marks[stop.to] = mark
                marks[stop.to + second] = mark
            stop += 1 if _is_free(state, stop.to, cell, second) else stop.skip


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(
    state: PiecesPosition, to: cython.int, origin: cython.int, second: cython.int
) -> cython.bint:
    """Return True if a piece that has reached a cell may go on; its own squares are free for it."""
    if state.board[to] != EMPTY and (second == 0 or (to != origin and to != origin + second)):
        return False
    to += second
    return state.board[to] == EMPTY or to == origin or to == origin + second
