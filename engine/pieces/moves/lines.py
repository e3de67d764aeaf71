"""Lines that end the game: pieces in a row, in a block, anywhere on one line, or in a chain."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    ROW,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Row
from cython.cimports.amalthea.engine.pieces.moves.state import ALIGNED, SLOTS, PiecesState


def look_for_line(state):
    """Record whether the side that has just moved has its pieces in line."""
    them: cython.int = 1 - state.side
    row: cython.pointer[Row]
    slot: cython.int
    cell: cython.int
    i: cython.int
    for i in range(state.tables.rows):
        row = cython.address(state.tables.row[i])
        for slot in range(state.slots[them]):
            cell = state.cell_of[them * SLOTS + slot]
            if cell == 0 or not _counts(state, row, them, cell):
                continue
            if _begins_line(state, row, them, cell) or (
                row.block and _begins_block(state, row, them, cell)
            ):
                state.ended = ALIGNED
                state.verdict = -row.value
                return


def look_for_chain(state):
    """Record whether a chain of the side that has just moved leads from one region to the other."""
    them: cython.int = 1 - state.side
    row: cython.pointer[Row] = cython.address(state.tables.chain)
    queue: cython.ushort[SIDE_CELLS]
    slot: cython.int
    cell: cython.int
    other: cython.int
    read: cython.int = 0
    written: cython.int = 0
    step: cython.pointer[cython.int]
    state.seen_mark += 1
    for slot in range(state.slots[them]):
        cell = state.cell_of[them * SLOTS + slot]
        if (
            cell
            and state.tables.chain_ends[them * CELLS + cell] & 1
            and _counts(state, row, them, cell)
        ):
            state.seen_marks[cell] = state.seen_mark
            queue[written] = cell
            written += 1
    while read < written:
        cell = queue[read]
        read += 1
        if state.tables.chain_ends[them * CELLS + cell] & 2:
            state.ended = ALIGNED
            state.verdict = -row.value
            return
        step = row.steps
        while step[0]:
            other = cell + step[0]
            step += 1
            if state.seen_marks[other] != state.seen_mark and _counts(state, row, them, other):
                state.seen_marks[other] = state.seen_mark
                queue[written] = other
                written += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _counts(
    state: PiecesState, row: cython.pointer[Row], colour: cython.int, cell: cython.int
) -> cython.bint:
    """Return True if a piece that counts for the row stands on a cell."""
    code: cython.int = state.board[cell]
    return (
        code != EMPTY
        and code != EDGE
        and code >> COLOUR_SHIFT == colour
        and row.kinds >> (code & TYPE_MASK) & 1
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begins_line(
    state: PiecesState, row: cython.pointer[Row], colour: cython.int, first: cython.int
) -> cython.bint:
    """Return True if enough pieces stand in one direction from the first one, which counts."""
    step: cython.pointer[cython.int] = row.steps
    cell: cython.int
    many: cython.int
    while step[0]:
        cell = first
        many = 0
        while state.tables.on_board[cell]:
            if _counts(state, row, colour, cell):
                many += 1
            elif not row.gaps:
                break
            cell += step[0]
        if many >= row.length:
            return True
        step += 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begins_block(
    state: PiecesState, row: cython.pointer[Row], colour: cython.int, first: cython.int
) -> cython.bint:
    """Return True if a full square of pieces stands above and to the right of a cell."""
    i: cython.int
    for i in range(row.length * row.length):
        if not _counts(state, row, colour, first + i % row.length + i // row.length * ROW):
            return False
    return True
