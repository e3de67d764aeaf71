"""Burning: pieces that remove the enemies next to where they come, and enemies that come there.

A move of such a piece that burns something is tactical like a capture, and what burns counts in its
gain; so does the moved piece if it is burnt itself.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    MAX_MOVES,
    QUIET,
    TACTICAL,
    Move,
    detail_of,
    origin_of,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    PROMOTION,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import STEPS, step_shift
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked, reaches
from cython.cimports.amalthea.engine.pieces.moves.board_moves import piece_moves
from cython.cimports.amalthea.engine.pieces.moves.making import capture_via
from cython.cimports.amalthea.engine.pieces.moves.second_steps import PASS, promotes, via_of
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    is_detailed,
)

_MOST = cython.declare(cython.int, 20000)  # cp: the largest gain of a candidate

# What burns with a move: the centipawns of all, and the type that is worth the most.
Burnt = cython.struct(value=cython.int, victim=cython.int)


def burn(state, undo, to):
    """Remove what burns after a move to a cell: the moved piece, or the enemies next to it."""
    us: cython.int = 1 - state.side
    direction: cython.int
    if _is_burnt_at(state, to, us):
        capture_via(state, undo, to)
        return
    if not _burns(state, state.board[to]):
        return
    for direction in range(STEPS):
        cell: cython.int = to + step_shift(direction)
        if _is_of(state, state.side, state.board[cell]):
            capture_via(state, undo, cell)


def price_burning(state, out):
    """Add what burns with a legal move to its gain; if enemies burn, the move is tactical."""
    burnt: Burnt = _find_burnt(state, out.move)
    if burnt.value == 0:
        return
    out.gain = max(-_MOST, min(_MOST, out.gain + burnt.value))
    if burnt.victim:
        if out.victim == 0 or state.exchange[burnt.victim] > state.exchange[out.victim]:
            out.victim = burnt.victim
        out.tactical = True


def sort_out_burning(state, out, n, what):
    """Price the first `n` candidates and return the number of those that remain.

    Quiet moves that burn something are tactical: they leave a list of quiet moves, and are added to
    one of tactical moves. Those with a second step have been priced by `describe`.
    """
    slot: cython.int
    cell: cython.int
    last: cython.int
    kept: cython.int = 0
    i: cython.int
    for i in range(n):
        quiet: cython.bint = not out[i].tactical
        if not is_detailed(out[i].move):
            price_burning(state, out + i)
        if not quiet or not out[i].tactical or what & TACTICAL:
            out[kept] = out[i]
            kept += 1
    if what & QUIET or not what & TACTICAL:
        return kept
    for slot in range(state.slots[state.side]):
        cell = state.cell_of[state.side * SLOTS + slot]
        if cell == 0 or not _burns(state, state.board[cell]) or kept > MAX_MOVES // 2:
            continue
        last = piece_moves(state, slot, out, kept, QUIET)
        for i in range(kept, last):
            price_burning(state, out + i)
            if out[i].tactical:
                out[kept] = out[i]
                kept += 1
    return kept


def burns_anything(state, move):
    """Return True if something burns with a legal move, be it the moved piece."""
    burnt: Burnt = _find_burnt(state, move)
    return burnt.value != 0


def wins_by_burning(state, move, threshold):
    """Return True if a move by which something burns wins so many centipawns.

    The burning piece is lost if it can be captured afterwards.
    """
    burnt: Burnt = _find_burnt(state, move)
    to: cython.int = to_of(move)
    value: cython.int = burnt.value
    if to != origin_of(move):
        value += state.exchange[state.board[to] & TYPE_MASK]
    if is_detailed(move) and detail_of(move) != PASS:
        value += state.exchange[state.board[via_of(move)] & TYPE_MASK]
    if burnt.victim and is_attacked(state, to, 1 - state.side):
        value -= state.exchange[_code_after(state, move) & TYPE_MASK]
    return value >= threshold


def may_be_burnt(state, cell, by):
    """Return True if a piece of a side could come next to a cell and burn what stands there."""
    slot: cython.int
    direction: cython.int
    for slot in range(state.slots[by]):
        origin: cython.int = state.cell_of[by * SLOTS + slot]
        code: cython.int = state.board[origin]
        if origin == 0 or not _burns(state, code):
            continue
        for direction in range(STEPS):
            beside: cython.int = cell + step_shift(direction)
            if state.board[beside] == EDGE or _is_of(state, by, state.board[beside]):
                continue
            if reaches(state, origin, code, beside):
                return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_burnt(state: PiecesState, move: Move) -> Burnt:
    """Return what burns with a legal move; the value is negative if it is the moved piece."""
    burnt: Burnt
    us: cython.int = state.side
    to: cython.int = to_of(move)
    via: cython.int = 0
    passed: cython.uchar = EMPTY
    direction: cython.int
    code: cython.int = _code_after(state, move)
    burnt.value = burnt.victim = 0
    if is_detailed(move) and detail_of(move) != PASS:
        via = via_of(move)
        passed = state.board[via]
        state.board[via] = EMPTY
    if _is_burnt_at(state, to, us):
        burnt.value = -state.exchange[code & TYPE_MASK]
    elif _burns(state, code):
        for direction in range(STEPS):
            beside: cython.int = state.board[to + step_shift(direction)]
            if not _is_of(state, 1 - us, beside):
                continue
            kind: cython.int = beside & TYPE_MASK
            burnt.value += state.exchange[kind]
            if burnt.victim == 0 or state.exchange[kind] > state.exchange[burnt.victim]:
                burnt.victim = kind
    if via:
        state.board[via] = passed
    return burnt


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _code_after(state: PiecesState, move: Move) -> cython.int:
    """Return the code of the moved piece after a move on the board."""
    code: cython.int = state.board[origin_of(move)]
    if type_of(move) == PROMOTION:
        return state.side << COLOUR_SHIFT | detail_of(move)
    if is_detailed(move) and promotes(move):
        return state.tables.promotes_into[code]
    return code


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_burnt_at(state: PiecesState, cell: cython.int, colour: cython.int) -> cython.bint:
    """Return True if a side's piece is burnt when it comes to a cell."""
    direction: cython.int
    for direction in range(STEPS):
        code: cython.int = state.board[cell + step_shift(direction)]
        if _is_of(state, 1 - colour, code) and _burns(state, code):
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _burns(state: PiecesState, code: cython.int) -> cython.bint:
    """Return True if pieces of a code burn enemies."""
    return state.tables.burning >> (code & TYPE_MASK) & 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_of(state: PiecesState, colour: cython.int, occupant: cython.int) -> cython.bint:
    """Return True for a piece of a side."""
    return state.enemies[colour * (EDGE + 1) + occupant]
