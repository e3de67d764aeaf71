"""Checkmates that win only with the checks of certain pieces."""

import cython
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked_by_types


def note_check(state):
    """Record whether a piece gives check whose check a mate needs."""
    king: cython.int = state.king_cell[state.side]
    state.needed_check = state.checkers > 0 and is_attacked_by_types(
        state, king, 1 - state.side, state.tables.mate_needs
    )


def mate_value(state):
    """Return the value of checkmate for the side to move: -1, 0 or 1.

    It is 1 if all pieces that give check may not mate alone, and 0 if no needed piece gave a check
    in the series of checks that ends with the mate.
    """
    king: cython.int = state.king_cell[state.side]
    if not is_attacked_by_types(state, king, 1 - state.side, ~state.tables.never_mate_alone):
        return 1
    if state.needed_check:
        return -1
    ply: cython.int = state.ply - 2
    while ply >= 0 and state.stack[ply].checkers > 0:
        if state.stack[ply].needed_check:
            return -1
        ply -= 2
    return 0
