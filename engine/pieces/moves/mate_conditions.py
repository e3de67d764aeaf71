"""Checkmates that win only with the checks of certain pieces."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import TYPE_MASK, Types
from cython.cimports.amalthea.engine.pieces.moves.attacks import side_reaches
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, PiecesState


def note_check(state):
    """Record whether a piece gives check whose check a mate needs."""
    state.needed_check = state.checkers > 0 and _gives_check(state, state.tables.mate_needs)


def mate_value(state):
    """Return the value of checkmate for the side to move: -1, 0 without a check that a mate needs
    in the series that ends with it, 1 by pieces that may not mate alone.
    """
    if not _gives_check(state, ~state.tables.never_mate_alone):
        return 1
    if state.needed_check:
        return -1
    ply: cython.int = state.ply - 2
    while ply >= 0 and state.stack[ply].checkers > 0:
        if state.stack[ply].needed_check:
            return -1
        ply -= 2
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gives_check(state: PiecesState, types: Types) -> cython.bint:
    """Return True if a piece of one of these types gives check to the side to move."""
    by: cython.int = 1 - state.side
    king: cython.int = state.king_cell[state.side]
    cell: cython.int
    slot: cython.int
    for slot in range(state.slots[by]):
        cell = state.cell_of[by * SLOTS + slot]
        if (
            cell
            and types >> (state.board[cell] & TYPE_MASK) & 1
            and side_reaches(state, by, cell, state.board[cell], king)
        ):
            return True
    return False
