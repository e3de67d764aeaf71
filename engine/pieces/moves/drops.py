"""Drops: pieces move from a hand to the board, and captured pieces go to a hand.

A hand is a count for each type. For sums over the board it is one more cell, IN_HAND.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import detail_of, to_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    IN_HAND,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import HAND_KEYS
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_endangered, reaches
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    add_change,
    clear,
    is_piece,
    note_change,
    stand,
)
from cython.cimports.amalthea.engine.pieces.moves.waiting import wait_behind


def drop_checks(state, code, to):
    """Return True if the enemy king is in check after a piece is dropped there.

    If the piece enters behind a move, the moved piece still stands there; it is replaced.
    """
    king: cython.int = state.king_cell[1 - state.side]
    if king == 0:
        return False
    if reaches(state, to, code, king):
        return True
    if not state.tables.hopping:
        return False
    standing: cython.uchar = state.board[to]
    state.board[to] = code
    checks: cython.bint = is_endangered(state, king, state.side)
    state.board[to] = standing
    return checks


def make_drop(state, undo, move):
    """Make a drop; the turn has been passed."""
    code: cython.int = (1 - state.side) << COLOUR_SHIFT | detail_of(move)
    if state.tables.waits:
        wait_behind(state, code, to_of(move))
        return
    put_from_hand(state, undo, code, to_of(move))
    state.halfmove = 0  # no earlier position can occur again with fewer pieces in hand


def put_from_hand(state, undo, code, to):
    """Put a piece from its side's hand on a cell, within a move that is being made."""
    us: cython.int = code >> COLOUR_SHIFT
    undo.slots = state.slots[us]
    stand(state, code, to, free_slot(state, us))
    state.tally[code] += 1
    state.alive[us] += 1
    state.pieces[us] += is_piece(state, code)
    if code & TYPE_MASK == state.tables.king_type:
        state.king_cell[us] = to
    note_change(state, undo, code, to, 1)
    hold(state, undo, us << COLOUR_SHIFT | state.tables.dropped_from[code & TYPE_MASK], -1)


def free_slot(state, us):
    """Return the first slot of a side without a piece, which is in use from now on."""
    slot: cython.int = 0
    while slot < state.slots[us] and state.cell_of[us * SLOTS + slot]:
        slot += 1
    if slot == state.slots[us]:
        state.slots[us] += 1
    return slot


def return_to_hand(state, undo, to):
    """Undo `put_from_hand`, without the key; it is the side's turn again."""
    us: cython.int = state.side
    code: cython.int = state.board[to]
    state.cell_of[us * SLOTS + state.slot_at[to]] = 0
    clear(state, code, to)
    state.slots[us] = undo.slots
    state.tally[code] -= 1
    state.alive[us] -= 1
    state.pieces[us] -= is_piece(state, code)
    if code & TYPE_MASK == state.tables.king_type:
        state.king_cell[us] = 0
    state.hand[us << COLOUR_SHIFT | state.tables.dropped_from[code & TYPE_MASK]] += 1
    state.held[us] += 1


def hold(state, undo, code, by):
    """Add a piece to its side's hand (1) or remove it (-1), within a move that is being made."""
    state.hash_key ^= hand_key(state, code)
    state.hand[code] += by
    state.held[code >> COLOUR_SHIFT] += by
    state.hash_key ^= hand_key(state, code)
    add_change(undo, code, IN_HAND, by)


def held_code(state, code):
    """Return the code of a captured piece in its captor's hand."""
    return (1 - (code >> COLOUR_SHIFT)) << COLOUR_SHIFT | state.tables.held_as[code & TYPE_MASK]


def hand_key(state, code):
    """Return the part of the hash key for the count of a code in hand, 0 for none."""
    return state.tables.hand_keys[code * HAND_KEYS + state.hand[code]]
