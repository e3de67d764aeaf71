"""The cells that a side attacks, marked on a board of marks."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import CELLS, CODES, EMPTY
from cython.cimports.amalthea.engine.pieces.compiled.tables import CAN_CAPTURE, Span, Stop
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS


def mark_attacks(army, by, marks, mark):
    """Marks what a side attacks, whoever stands there; hops apart."""
    slot: cython.int
    cell: cython.int
    code: cython.int
    second: cython.int
    span: cython.pointer[Span]
    stop: cython.pointer[Stop]
    end: cython.pointer[Stop]
    for slot in range(army.slots[by]):
        cell = army.cell_of[by * SLOTS + slot]
        if cell == 0:
            continue
        code = army.board[cell] & (CODES - 1)
        second = army.tables.second[code]
        span = cython.address(army.tables.captures[code * CELLS + cell])
        stop = army.tables.stops + span.first
        end = army.tables.stops + span.last
        while stop < end:
            if stop.flags & CAN_CAPTURE:
                marks[stop.to] = mark
                marks[stop.to + second] = mark
            stop += 1 if _is_free(army, stop.to, cell, second) else stop.skip


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_free(army: Army, to: cython.int, origin: cython.int, second: cython.int) -> cython.bint:
    """Whether a piece that has come to a cell may go on; its own cells are free for it."""
    if army.board[to] != EMPTY and (second == 0 or (to != origin and to != origin + second)):
        return False
    to += second
    return army.board[to] == EMPTY or to == origin or to == origin + second
