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
from cython.cimports.amalthea.engine.pieces.moves.attacks import count_between_kings, reaches
from cython.cimports.amalthea.engine.pieces.moves.making import make, unmake
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOT_WORDS,
    SLOTS,
    PiecesState,
    SlotSet,
    Undo,
    add_slot,
    has_slot,
)
from cython.cimports.libc.string import memset


def chasing_sides(state, since):
    """Return the sides that chased one piece with all moves since a ply, as bits by colour."""
    last: cython.int = state.ply
    hunted: SlotSet[2]  # pieces of a side that every move so far chased
    after: SlotSet[SLOTS]
    before: SlotSet[SLOTS]
    memset(hunted, 0xFF, cython.sizeof(hunted))
    while state.ply > since and (_has_any(hunted + WHITE) or _has_any(hunted + BLACK)):
        undo: cython.pointer[Undo] = state.stack + state.ply - 1
        if undo.taken_count or type_of(undo.move) == DROP:
            memset(hunted, 0, cython.sizeof(hunted))
            break
        mover: cython.int = 1 - state.side
        _note_threats(state, mover, after)
        unmake(state)
        _note_threats(state, mover, before)
        _keep_new_threats(hunted + 1 - mover, after, before, state.slots[mover])
    while state.ply < last:
        make(state, state.stack[state.ply].move)
    return _has_any(hunted + BLACK) << WHITE | _has_any(hunted + WHITE) << BLACK


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_any(slots: cython.pointer[SlotSet]) -> cython.bint:
    """Return True if a set has an element."""
    word: cython.int
    for word in range(SLOT_WORDS):
        if slots.words[word]:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_new_threats(
    hunted: cython.pointer[SlotSet],
    after: cython.pointer[SlotSet],
    before: cython.pointer[SlotSet],
    attackers: cython.int,
) -> cython.void:
    """Keep the pieces that an attacker threatens and did not threaten before."""
    slot: cython.int
    word: cython.int
    for word in range(SLOT_WORDS):
        found: cython.ulonglong = 0
        for slot in range(attackers):
            found |= after[slot].words[word] & ~before[slot].words[word]
        hunted.words[word] &= found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_threats(
    state: PiecesState, by: cython.int, threats: cython.pointer[SlotSet]
) -> cython.void:
    """Store the threats of a side: by the slot of each piece, the threatened slots."""
    slot: cython.int
    other: cython.int
    origin: cython.int
    goal: cython.int
    code: cython.int
    checks: SlotSet[2]  # that stand already, by the side that is in check
    _find_checkers(state, WHITE, checks + WHITE)
    _find_checkers(state, BLACK, checks + BLACK)
    for slot in range(state.slots[by]):
        memset(threats + slot, 0, cython.sizeof(SlotSet))
        origin = state.cell_of[by * SLOTS + slot]
        code = state.board[origin]
        if origin == 0 or state.tables.harmless >> (code & TYPE_MASK) & 1:
            continue
        if _is_pinned(state, origin, checks + by):
            continue
        for other in range(state.slots[1 - by]):
            goal = state.cell_of[(1 - by) * SLOTS + other]
            if (
                goal
                and not _is_spared(state, goal)
                and reaches(state, origin, code, goal)
                and _threatens(state, origin, goal, checks)
            ):
                add_slot(threats + slot, other)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_checkers(
    state: PiecesState, colour: cython.int, found: cython.pointer[SlotSet]
) -> cython.void:
    """Store the slots of the pieces that check a side's king."""
    them: cython.int = 1 - colour
    slot: cython.int
    origin: cython.int
    memset(found, 0, cython.sizeof(SlotSet))
    for slot in range(state.slots[them] if state.king_cell[colour] else 0):
        origin = state.cell_of[them * SLOTS + slot]
        if origin and reaches(state, origin, state.board[origin], state.king_cell[colour]):
            add_slot(found, slot)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_spared(state: PiecesState, cell: cython.int) -> cython.bint:
    """Return True if attacking the piece on a cell is never a chase."""
    code: cython.int = state.board[cell]
    if code & TYPE_MASK == state.tables.king_type:
        return True
    place: cython.int = state.tables.spared_place[code]
    return place != 0 and state.tables.places[place * CELLS + cell]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _threatens(
    state: PiecesState,
    origin: cython.int,
    goal: cython.int,
    checks: cython.pointer[SlotSet],
) -> cython.bint:
    """Return True if a capture that the piece on `origin` could make is a threat."""
    code: cython.uchar = state.board[origin]
    victim: cython.uchar = state.board[goal]
    us: cython.int = code >> COLOUR_SHIFT
    if not _may_take(state, origin, goal, checks + us):
        return False
    if state.tables.dearer[code & TYPE_MASK] >> (victim & TYPE_MASK) & 1:
        return True
    if code & TYPE_MASK == victim & TYPE_MASK and _takes(state, goal, origin, checks + 1 - us):
        return False
    state.board[origin] = EMPTY
    state.board[goal] = code
    protected: cython.bint = _is_taken_back(state, goal, checks + 1 - us)
    state.board[goal] = victim
    state.board[origin] = code
    return not protected


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_taken_back(
    state: PiecesState, cell: cython.int, checks: cython.pointer[SlotSet]
) -> cython.bint:
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
    state: PiecesState, origin: cython.int, goal: cython.int, checks: cython.pointer[SlotSet]
) -> cython.bint:
    """Return True if the piece on `origin` could capture on `goal` if it were its side's turn."""
    return reaches(state, origin, state.board[origin], goal) and _may_take(
        state, origin, goal, checks
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_take(
    state: PiecesState, origin: cython.int, goal: cython.int, checks: cython.pointer[SlotSet]
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
        checks = cython.NULL
    state.board[origin] = EMPTY
    state.board[goal] = code
    safe: cython.bint = _is_safe(state, us, king, checks)
    state.board[goal] = victim
    state.board[origin] = code
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_pinned(
    state: PiecesState, origin: cython.int, checks: cython.pointer[SlotSet]
) -> cython.bint:
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
    state: PiecesState, colour: cython.int, king: cython.int, checks: cython.pointer[SlotSet]
) -> cython.bint:
    """Return True if a king on a cell is safe from all but the pieces in the slots `checks`, none
    for NULL.
    """
    them: cython.int = 1 - colour
    slot: cython.int
    cell: cython.int
    if king == 0:
        return True
    if state.tables.flying_general and count_between_kings(state, king, state.king_cell[them]) == 0:
        return False
    for slot in range(state.slots[them]):
        cell = state.cell_of[them * SLOTS + slot]
        if checks and has_slot(checks, slot):
            continue
        if state.board[cell] >> COLOUR_SHIFT != them:
            continue
        if reaches(state, cell, state.board[cell], king):
            return False
    return True
