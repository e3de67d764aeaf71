"""Chases: a side that threatens one piece anew with every move between two repetitions.

Threats and chases are defined in docs/variants.md. They are computed only when a position occurs
again: the moves in between are taken back and made again.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK, WHITE, type_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EMPTY,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import between_kings, reaches
from cython.cimports.amalthea.engine.pieces.moves.making import make, unmake
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, PiecesState, Undo


def chasing_sides(state, since):
    """Return the sides that chased one piece with all moves since a ply, as bits by colour."""
    last: cython.int = state.ply
    hunted: cython.ulonglong[2]  # pieces of a side, as bits by slot, that every move so far chased
    after: cython.ulonglong[SLOTS]
    before: cython.ulonglong[SLOTS]
    hunted[WHITE] = hunted[BLACK] = cython.cast(cython.ulonglong, -1)
    while state.ply > since and (hunted[WHITE] or hunted[BLACK]):
        undo: cython.pointer[Undo] = state.stack + state.ply - 1
        if undo.takes or type_of(undo.move) == DROP:
            hunted[WHITE] = hunted[BLACK] = 0
            break
        mover: cython.int = 1 - state.side
        _note_threats(state, mover, after)
        unmake(state)
        _note_threats(state, mover, before)
        hunted[1 - mover] &= _new_threats(after, before, state.slots[mover])
    while state.ply < last:
        make(state, state.stack[state.ply].move)
    return (hunted[BLACK] != 0) << WHITE | (hunted[WHITE] != 0) << BLACK


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _new_threats(
    after: cython.pointer[cython.ulonglong],
    before: cython.pointer[cython.ulonglong],
    attackers: cython.int,
) -> cython.ulonglong:
    """Return the pieces, by slot, that an attacker threatens and did not threaten before."""
    found: cython.ulonglong = 0
    slot: cython.int
    for slot in range(attackers):
        found |= after[slot] & ~before[slot]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_threats(
    state: PiecesState, by: cython.int, threats: cython.pointer[cython.ulonglong]
) -> cython.void:
    """Store the threats of a side: by the slot of each piece, the threatened slots as bits."""
    slot: cython.int
    other: cython.int
    origin: cython.int
    goal: cython.int
    code: cython.int
    checks: cython.ulonglong[2]  # that stand already, by the side that is in check
    checks[WHITE] = _checkers_of(state, WHITE)
    checks[BLACK] = _checkers_of(state, BLACK)
    for slot in range(state.slots[by]):
        threats[slot] = 0
        origin = state.cell_of[by * SLOTS + slot]
        code = state.board[origin]
        if origin == 0 or state.tables.harmless >> (code & TYPE_MASK) & 1:
            continue
        if _is_pinned(state, origin, checks[by]):
            continue
        for other in range(state.slots[1 - by]):
            goal = state.cell_of[(1 - by) * SLOTS + other]
            if (
                goal
                and not _is_spared(state, goal)
                and reaches(state, origin, code, goal)
                and _threatens(state, origin, goal, checks)
            ):
                threats[slot] |= cython.cast(cython.ulonglong, 1) << other


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _checkers_of(state: PiecesState, colour: cython.int) -> cython.ulonglong:
    """Return the slots of the pieces that check a side's king, as bits."""
    found: cython.ulonglong = 0
    them: cython.int = 1 - colour
    slot: cython.int
    origin: cython.int
    for slot in range(state.slots[them] if state.king_cell[colour] else 0):
        origin = state.cell_of[them * SLOTS + slot]
        if origin and reaches(state, origin, state.board[origin], state.king_cell[colour]):
            found |= cython.cast(cython.ulonglong, 1) << slot
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_spared(state: PiecesState, cell: cython.int) -> cython.bint:
    """Return True if attacking the piece on a cell is never a chase."""
    code: cython.int = state.board[cell]
    if code & TYPE_MASK == state.tables.king_type:
        return True
    place: cython.int = state.tables.spared[code]
    return place != 0 and state.tables.places[place * CELLS + cell]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _threatens(
    state: PiecesState,
    origin: cython.int,
    goal: cython.int,
    checks: cython.pointer[cython.ulonglong],
) -> cython.bint:
    """Return True if a capture that the piece on `origin` could make is a threat."""
    code: cython.uchar = state.board[origin]
    victim: cython.uchar = state.board[goal]
    us: cython.int = code >> COLOUR_SHIFT
    if not _may_take(state, origin, goal, checks[us]):
        return False
    if state.tables.dearer[code & TYPE_MASK] >> (victim & TYPE_MASK) & 1:
        return True
    if code & TYPE_MASK == victim & TYPE_MASK and _takes(state, goal, origin, checks[1 - us]):
        return False
    state.board[origin] = EMPTY
    state.board[goal] = code
    protected: cython.bint = _is_taken_back(state, goal, checks[1 - us])
    state.board[goal] = victim
    state.board[origin] = code
    return not protected


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_taken_back(state: PiecesState, cell: cython.int, checks: cython.ulonglong) -> cython.bint:
    """Return True if the piece that has just captured on a cell can be recaptured."""
    them: cython.int = 1 - (state.board[cell] >> COLOUR_SHIFT)
    slot: cython.int
    origin: cython.int
    for slot in range(state.slots[them]):
        origin = state.cell_of[them * SLOTS + slot]
        if state.board[origin] >> COLOUR_SHIFT == them and _takes(state, origin, cell, checks):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _takes(
    state: PiecesState, origin: cython.int, goal: cython.int, checks: cython.ulonglong
) -> cython.bint:
    """Return True if the piece on `origin` could capture on `goal` if it were its side's turn."""
    return reaches(state, origin, state.board[origin], goal) and _may_take(
        state, origin, goal, checks
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_take(
    state: PiecesState, origin: cython.int, goal: cython.int, checks: cython.ulonglong
) -> cython.bint:
    """Return True if a capture leaves the king of its side safe, apart from earlier checks.

    checks: the slots of the pieces that give these checks. A capture by the king itself must leave
    it safe.
    """
    code: cython.uchar = state.board[origin]
    victim: cython.uchar = state.board[goal]
    us: cython.int = code >> COLOUR_SHIFT
    king: cython.int = state.king_cell[us]
    if king == origin:
        king = goal
        checks = 0
    state.board[origin] = EMPTY
    state.board[goal] = code
    safe: cython.bint = _is_safe(state, us, king, checks)
    state.board[goal] = victim
    state.board[origin] = code
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_pinned(state: PiecesState, origin: cython.int, checks: cython.ulonglong) -> cython.bint:
    """Return True if the king would not be safe without a piece, apart from earlier checks."""
    code: cython.uchar = state.board[origin]
    us: cython.int = code >> COLOUR_SHIFT
    state.board[origin] = EMPTY
    pinned: cython.bint = not _is_safe(state, us, state.king_cell[us], checks)
    state.board[origin] = code
    return pinned


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_safe(
    state: PiecesState, colour: cython.int, king: cython.int, checks: cython.ulonglong
) -> cython.bint:
    """Return True if a king on a cell is safe from all but the pieces in the slots `checks`."""
    them: cython.int = 1 - colour
    slot: cython.int
    cell: cython.int
    if king == 0:
        return True
    if state.tables.flying_general and between_kings(state, king, state.king_cell[them]) == 0:
        return False
    for slot in range(state.slots[them]):
        cell = state.cell_of[them * SLOTS + slot]
        if checks >> slot & 1 or state.board[cell] >> COLOUR_SHIFT != them:
            continue
        if reaches(state, cell, state.board[cell], king):
            return False
    return True
