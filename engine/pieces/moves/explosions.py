"""Captures that explode: what they remove, and what that wins.

Nothing is left on the square of such a capture unless the captor is immune, so the gain of a
capture is what explodes at once, and that of a quiet move what the best capture of the moved piece
explodes.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    detail_of,
    origin_of,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    COLOUR_SHIFT,
    DROP,
    EMPTY,
    EN_PASSANT,
    IN_HAND,
    PROMOTION,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked, reaches
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, VITAL_VALUE, PiecesState


def lift_exploded(state, centre, cells, codes):
    """Take what explodes from the board alone; list it and return its number."""
    n: cython.int = 0
    number: cython.int
    cell: cython.int
    for number in range(BLAST):
        cell = blast_cell(centre, number)
        if explodes(state, cell, centre):
            cells[n] = cell
            codes[n] = state.board[cell]
            state.board[cell] = EMPTY
            n += 1
    return n


def price_explosions(state, out, n):
    """Set the gains of captures among the first `n` candidates."""
    i: cython.int
    for i in range(n):
        if out[i].victim:
            out[i].gain = explosion_gain(state, out[i].move)


def explosion_gain(state, move):
    """Return the centipawns that a move wins by what explodes, now or by the best answer."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    move_type: cython.int = type_of(move)
    if move_type == CASTLING or to == origin:
        return 0
    taken: cython.int = state.targets.passer if move_type == EN_PASSANT else to
    code: cython.uchar = state.board[origin]
    victim: cython.uchar = state.board[taken]
    new_code: cython.uchar = code
    gain: cython.int = 0
    if move_type == PROMOTION or move_type == DROP:
        new_code = state.side << COLOUR_SHIFT | detail_of(move)
    if move_type == PROMOTION:
        gain = _value(state, new_code) - _value(state, code)
    if origin != IN_HAND:
        state.board[origin] = EMPTY
    state.board[taken] = EMPTY
    state.board[to] = new_code
    if victim == EMPTY:
        gain -= _worst_answer(state, to)
    else:
        gain = _capture_gain(state, to, victim)
    state.board[to] = EMPTY
    state.board[taken] = victim
    if origin != IN_HAND:
        state.board[origin] = code
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _capture_gain(state: PiecesState, to: cython.int, victim: cython.int) -> cython.int:
    """Return what the side to move has won by a piece on `to` that has captured there."""
    us: cython.int = state.side
    gain: cython.int = _balance(state, us, to)
    if gain > -VITAL_VALUE:
        gain = min(VITAL_VALUE, gain + _value(state, victim))
    if not explodes(state, to, to) and is_attacked(state, to, 1 - us):
        gain -= _value(state, state.board[to])
    return max(-VITAL_VALUE, gain)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _worst_answer(state: PiecesState, to: cython.int) -> cython.int:
    """Return what the other side wins by its best capture of the piece on `to`, at least nothing.

    Pieces whose loss would lose the game do not capture.
    """
    them: cython.int = 1 - state.side
    mover: cython.uchar = state.board[to]
    worst: cython.int = 0
    slot: cython.int
    cell: cython.int
    code: cython.uchar
    for slot in range(state.slots[them]):
        cell = state.cell_of[them * SLOTS + slot]
        code = state.board[cell]
        if code >> COLOUR_SHIFT != them or _value(state, code) == VITAL_VALUE:
            continue
        if not reaches(state, cell, code, to):
            continue
        state.board[cell] = EMPTY
        state.board[to] = code
        gain: cython.int = _balance(state, them, to)
        if gain > -VITAL_VALUE:
            worst = max(worst, min(VITAL_VALUE, gain + _value(state, mover)))
        state.board[to] = mover
        state.board[cell] = code
    return worst


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _balance(state: PiecesState, us: cython.int, centre: cython.int) -> cython.int:
    """Return the value of the enemies that explode around a cell, less that of the own pieces."""
    balance: cython.int = 0
    wins: cython.bint = False
    number: cython.int
    value: cython.int
    cell: cython.int
    for number in range(BLAST):
        cell = blast_cell(centre, number)
        if not explodes(state, cell, centre):
            continue
        value = _value(state, state.board[cell])
        if state.board[cell] >> COLOUR_SHIFT != us:
            wins = wins or value == VITAL_VALUE
            balance += value
        elif value == VITAL_VALUE:
            return -VITAL_VALUE
        else:
            balance -= value
    return VITAL_VALUE if wins else max(1 - VITAL_VALUE, min(VITAL_VALUE - 1, balance))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _value(state: PiecesState, code: cython.int) -> cython.int:
    """Return the centipawns of a piece; one that its side must not lose is worth the game."""
    if (
        state.tables.vital >> (code & TYPE_MASK) & 1
        and state.tally[code] <= state.tables.most_vital
    ):
        return VITAL_VALUE
    return state.exchange[code & TYPE_MASK]
