"""Pieces that wait behind others; they stay in hand until they enter."""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import CELLS, COLOUR_SHIFT

_MULTIPLIER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)  # odd: makes other keys


def wait_behind(state, code, cell):
    """Let a piece from the hand wait behind the one on a cell."""
    state.waiting[cell] = code
    state.unplaced[code >> COLOUR_SHIFT] -= 1
    state.hash_key ^= waiting_key(state, cell)


def wait_no_longer(state, cell):
    """Undo `wait_behind`, without the key."""
    state.unplaced[state.waiting[cell] >> COLOUR_SHIFT] += 1
    state.waiting[cell] = 0


def waiting_key(state, cell):
    """Return the part of the hash key for the piece that waits behind a cell."""
    return state.tables.piece_keys[state.waiting[cell] * CELLS + cell] * _MULTIPLIER
