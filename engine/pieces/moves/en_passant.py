"""Captures in passing: the cells that a piece has passed, and whether it can be taken there."""

import cython
from cython.cimports.amalthea.engine.core.moves import pack
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    EMPTY,
    EN_PASSANT,
    TYPE_MASK,
    file_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    CAN_MOVE,
    MAX_ADVANCES,
    UNMOVED,
    Advance,
    Span,
    Stop,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import reaches, safe_after
from cython.cimports.amalthea.engine.pieces.moves.permission import is_permitted
from cython.cimports.amalthea.engine.pieces.moves.state import MAX_TARGETS, SLOTS


def advance(army, origin, to):
    """Notes the cells that a piece passed which has just gone from `origin` to `to`."""
    us: cython.int = army.side
    them: cython.int = 1 - us
    made: cython.pointer[Advance] = cython.NULL
    i: cython.int
    n: cython.int = 0
    for i in range(army.tables.advances):
        if army.tables.advance[them * MAX_ADVANCES + i].shift == to - origin:
            made = cython.address(army.tables.advance[them * MAX_ADVANCES + i])
    cell: cython.int = to - made.step
    army.targets.passer = to
    while cell != origin and n < MAX_TARGETS:
        if army.tables.target_cells[us * CELLS + cell]:
            army.targets.cell[n] = cell
            n += 1
        if not army.tables.every_target:
            break
        cell -= made.step
    count_targets(army)


def count_targets(army):
    """Finds on which targets the side to move has a legal capture; forgets the others where FEN
    does not show them.
    """
    i: cython.int
    for i in range(MAX_TARGETS):
        if army.targets.cell[i] == 0:
            continue
        if _can_take(army, army.targets.cell[i]):
            army.targets.counts |= 1 << i
        elif not army.tables.target_always_shown:
            army.targets.cell[i] = 0
    army.hash_key ^= targets_key(army)


def leave_targets(army):
    """Nothing may be captured in passing any more."""
    i: cython.int
    if army.targets.passer == 0:
        return
    army.hash_key ^= targets_key(army)
    army.targets.passer = 0
    army.targets.counts = 0
    for i in range(MAX_TARGETS):
        army.targets.cell[i] = 0


def targets_key(army):
    """What the hash key has for the captures that are legal."""
    key: cython.ulonglong = 0
    i: cython.int
    for i in range(MAX_TARGETS):
        if army.targets.counts >> i & 1:
            key ^= army.tables.target_keys[army.targets.cell[i]]
            if file_of(army.targets.cell[i]) != file_of(army.targets.passer):
                key ^= army.tables.target_keys[army.targets.passer]  # two may pass one cell
    return key


def _can_take(army, target):
    """Whether the side to move has a legal capture on a target."""
    slot: cython.int
    origin: cython.int
    code: cython.int
    taken: cython.int = army.targets.passer
    for slot in range(army.slots[army.side]):
        origin = army.cell_of[army.side * SLOTS + slot]
        code = army.board[origin]
        if (
            origin != 0
            and army.tables.takers >> (code & TYPE_MASK) & 1
            and reaches(army, origin, code, target)
            and not moves_to(army, origin, code, target)
            and safe_after(army, origin, target, taken)
            and (
                not army.tables.restricted
                or is_permitted(army, pack(origin, target, EN_PASSANT, 0))
            )
        ):
            return True
    return False


def moves_to(army, origin, code, target):
    """Whether a piece may go there without a capture: then it does not capture in passing."""
    span: cython.pointer[Span] = cython.address(army.tables.moves[code * CELLS + origin])
    stop: cython.pointer[Stop] = army.tables.stops + span.first
    end: cython.pointer[Stop] = army.tables.stops + span.last
    while stop < end:
        if army.board[stop.to] != EMPTY:
            stop += stop.skip
            continue
        if stop.to == target and stop.flags & CAN_MOVE and not stop.flags & UNMOVED:
            return True
        stop += 1
    return False
