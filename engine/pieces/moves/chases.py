"""Chases: who threatens one and the same piece anew by every move between repetitions.

What a threat is, and what a chase, is told in docs/variants.md. It is asked where a position
occurs again and nowhere else: the moves in between are taken back for it and made once more.
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
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, ArmyState, Undo


def chasing_sides(army, since):
    """The sides that chased one piece by every move of theirs since a ply, as bits by colour."""
    last: cython.int = army.ply
    hunted: cython.ulonglong[2]  # pieces of a side, as bits by slot, that every move so far chased
    after: cython.ulonglong[SLOTS]
    before: cython.ulonglong[SLOTS]
    hunted[WHITE] = hunted[BLACK] = cython.cast(cython.ulonglong, -1)
    while army.ply > since and (hunted[WHITE] or hunted[BLACK]):
        undo: cython.pointer[Undo] = army.stack + army.ply - 1
        if undo.takes or type_of(undo.move) == DROP:
            hunted[WHITE] = hunted[BLACK] = 0
            break
        mover: cython.int = 1 - army.side
        _note_threats(army, mover, after)
        unmake(army)
        _note_threats(army, mover, before)
        hunted[1 - mover] &= _new_threats(after, before, army.slots[mover])
    while army.ply < last:
        make(army, army.stack[army.ply].move)
    return (hunted[BLACK] != 0) << WHITE | (hunted[WHITE] != 0) << BLACK


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _new_threats(
    after: cython.pointer[cython.ulonglong],
    before: cython.pointer[cython.ulonglong],
    attackers: cython.int,
) -> cython.ulonglong:
    """The pieces, by slot, that an attacker threatens which it did not threaten before."""
    found: cython.ulonglong = 0
    slot: cython.int
    for slot in range(attackers):
        found |= after[slot] & ~before[slot]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_threats(
    army: ArmyState, by: cython.int, threats: cython.pointer[cython.ulonglong]
) -> cython.void:
    """What each piece of a side threatens: by its slot, the slots of the others as bits."""
    slot: cython.int
    other: cython.int
    origin: cython.int
    goal: cython.int
    code: cython.int
    checks: cython.ulonglong[2]  # that stand already, by the side that is in check
    checks[WHITE] = _checkers_of(army, WHITE)
    checks[BLACK] = _checkers_of(army, BLACK)
    for slot in range(army.slots[by]):
        threats[slot] = 0
        origin = army.cell_of[by * SLOTS + slot]
        code = army.board[origin]
        if origin == 0 or army.tables.harmless >> (code & TYPE_MASK) & 1:
            continue
        if _is_pinned(army, origin, checks[by]):
            continue
        for other in range(army.slots[1 - by]):
            goal = army.cell_of[(1 - by) * SLOTS + other]
            if (
                goal
                and not _is_spared(army, goal)
                and reaches(army, origin, code, goal)
                and _threatens(army, origin, goal, checks)
            ):
                threats[slot] |= cython.cast(cython.ulonglong, 1) << other


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _checkers_of(army: ArmyState, colour: cython.int) -> cython.ulonglong:
    """The slots of the pieces that check a side's king, as bits."""
    found: cython.ulonglong = 0
    them: cython.int = 1 - colour
    slot: cython.int
    origin: cython.int
    for slot in range(army.slots[them] if army.king_cell[colour] else 0):
        origin = army.cell_of[them * SLOTS + slot]
        if origin and reaches(army, origin, army.board[origin], army.king_cell[colour]):
            found |= cython.cast(cython.ulonglong, 1) << slot
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_spared(army: ArmyState, cell: cython.int) -> cython.bint:
    """Whether to attack the piece there is never a chase."""
    code: cython.int = army.board[cell]
    if code & TYPE_MASK == army.tables.king_type:
        return True
    place: cython.int = army.tables.spared[code]
    return place != 0 and army.tables.places[place * CELLS + cell]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _threatens(
    army: ArmyState,
    origin: cython.int,
    goal: cython.int,
    checks: cython.pointer[cython.ulonglong],
) -> cython.bint:
    """Whether a capture, which the piece on `origin` could make, is a threat."""
    code: cython.uchar = army.board[origin]
    victim: cython.uchar = army.board[goal]
    us: cython.int = code >> COLOUR_SHIFT
    if not _may_take(army, origin, goal, checks[us]):
        return False
    if army.tables.dearer[code & TYPE_MASK] >> (victim & TYPE_MASK) & 1:
        return True
    if code & TYPE_MASK == victim & TYPE_MASK and _takes(army, goal, origin, checks[1 - us]):
        return False
    army.board[origin] = EMPTY
    army.board[goal] = code
    protected: cython.bint = _is_taken_back(army, goal, checks[1 - us])
    army.board[goal] = victim
    army.board[origin] = code
    return not protected


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_taken_back(army: ArmyState, cell: cython.int, checks: cython.ulonglong) -> cython.bint:
    """Whether what has just captured on a cell can be captured there."""
    them: cython.int = 1 - (army.board[cell] >> COLOUR_SHIFT)
    slot: cython.int
    origin: cython.int
    for slot in range(army.slots[them]):
        origin = army.cell_of[them * SLOTS + slot]
        if army.board[origin] >> COLOUR_SHIFT == them and _takes(army, origin, cell, checks):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _takes(
    army: ArmyState, origin: cython.int, goal: cython.int, checks: cython.ulonglong
) -> cython.bint:
    """Whether the piece on `origin` could capture on `goal`, were it its turn."""
    return reaches(army, origin, army.board[origin], goal) and _may_take(army, origin, goal, checks)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_take(
    army: ArmyState, origin: cython.int, goal: cython.int, checks: cython.ulonglong
) -> cython.bint:
    """Whether a capture leaves the king of its side safe, but for checks that stood already.

    checks: the slots of those who give them. What the king himself captures must leave him safe.
    """
    code: cython.uchar = army.board[origin]
    victim: cython.uchar = army.board[goal]
    us: cython.int = code >> COLOUR_SHIFT
    king: cython.int = army.king_cell[us]
    if king == origin:
        king = goal
        checks = 0
    army.board[origin] = EMPTY
    army.board[goal] = code
    safe: cython.bint = _is_safe(army, us, king, checks)
    army.board[goal] = victim
    army.board[origin] = code
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_pinned(army: ArmyState, origin: cython.int, checks: cython.ulonglong) -> cython.bint:
    """Whether the king is not safe, but for checks that stand already, without that piece."""
    code: cython.uchar = army.board[origin]
    us: cython.int = code >> COLOUR_SHIFT
    army.board[origin] = EMPTY
    pinned: cython.bint = not _is_safe(army, us, army.king_cell[us], checks)
    army.board[origin] = code
    return pinned


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_safe(
    army: ArmyState, colour: cython.int, king: cython.int, checks: cython.ulonglong
) -> cython.bint:
    """Whether a king on that cell is safe from all but the pieces in the slots of `checks`."""
    them: cython.int = 1 - colour
    slot: cython.int
    cell: cython.int
    if king == 0:
        return True
    if army.tables.flying_general and between_kings(army, king, army.king_cell[them]) == 0:
        return False
    for slot in range(army.slots[them]):
        cell = army.cell_of[them * SLOTS + slot]
        if checks >> slot & 1 or army.board[cell] >> COLOUR_SHIFT != them:
            continue
        if reaches(army, cell, army.board[cell], king):
            return False
    return True
