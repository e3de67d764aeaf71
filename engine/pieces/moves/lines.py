"""Pieces in line as an end of the game: rows, blocks, or any number on one line of the board."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    ROW,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Row
from cython.cimports.amalthea.engine.pieces.moves.state import ALIGNED, SLOTS, ArmyState


def look_for_line(army):
    """Notes whether the side that has just moved has its pieces in line."""
    them: cython.int = 1 - army.side
    row: cython.pointer[Row]
    slot: cython.int
    cell: cython.int
    i: cython.int
    for i in range(army.tables.rows):
        row = cython.address(army.tables.row[i])
        for slot in range(army.slots[them]):
            cell = army.cell_of[them * SLOTS + slot]
            if cell == 0 or not _counts(army, row, them, cell):
                continue
            if _begins_line(army, row, them, cell) or (
                row.block and _begins_block(army, row, them, cell)
            ):
                army.ended = ALIGNED
                army.verdict = -row.value
                return


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _counts(
    army: ArmyState, row: cython.pointer[Row], colour: cython.int, cell: cython.int
) -> cython.bint:
    """Whether a piece of the row's stands on a cell."""
    code: cython.int = army.board[cell]
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
    army: ArmyState, row: cython.pointer[Row], colour: cython.int, first: cython.int
) -> cython.bint:
    """Whether enough pieces stand in one direction, the first one included."""
    step: cython.pointer[cython.int] = row.steps
    cell: cython.int
    many: cython.int
    while step[0]:
        cell = first
        many = 0
        while army.tables.on_board[cell]:
            if _counts(army, row, colour, cell):
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
    army: ArmyState, row: cython.pointer[Row], colour: cython.int, first: cython.int
) -> cython.bint:
    """Whether a full square of pieces stands above and right of a cell."""
    i: cython.int
    for i in range(row.length * row.length):
        if not _counts(army, row, colour, first + i % row.length + i // row.length * ROW):
            return False
    return True
