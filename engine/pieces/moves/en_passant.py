"""En passant: the squares that a piece has passed, and whether it can be captured there."""

import cython
from cython.cimports.amalthea.engine.core.moves import pack
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_MOVE,
    CELLS,
    EMPTY,
    EN_PASSANT,
    TYPE_MASK,
    UNMOVED,
    file_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import MAX_ADVANCES, Advance, Span, Stop
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_king_safe_after, reaches
from cython.cimports.amalthea.engine.pieces.moves.permission import is_permitted
from cython.cimports.amalthea.engine.pieces.moves.state import MAX_TARGETS, SLOTS


def advance(state, origin, to):
    """Record the squares that a piece passed on its way from `origin` to `to`."""
    us: cython.int = state.side
    them: cython.int = 1 - us
    made: cython.pointer[Advance] = cython.NULL
    i: cython.int
    n: cython.int = 0
    for i in range(state.tables.advances):
        if state.tables.advance[them * MAX_ADVANCES + i].shift == to - origin:
            made = cython.address(state.tables.advance[them * MAX_ADVANCES + i])
    cell: cython.int = to - made.step
    state.targets.passer = to
    while cell != origin and n < MAX_TARGETS:
        if state.tables.target_cells[us * CELLS + cell]:
            state.targets.cell[n] = cell
            n += 1
        if not state.tables.every_target:
            break
        cell -= made.step
    count_targets(state)


def count_targets(state):
    """Find the targets on which the side to move has a legal capture.

    The others are dropped unless FEN shows them.
    """
    i: cython.int
    for i in range(MAX_TARGETS):
        if state.targets.cell[i] == 0:
            continue
        empty: cython.bint = state.board[state.targets.cell[i]] == EMPTY  # else there is a wall
        if empty and _can_take(state, state.targets.cell[i]):
            state.targets.counts |= 1 << i
        elif not state.tables.target_always_shown:
            state.targets.cell[i] = 0
    state.hash_key ^= targets_key(state)


def leave_targets(state):
    """Remove all targets."""
    i: cython.int
    if state.targets.passer == 0:
        return
    state.hash_key ^= targets_key(state)
    state.targets.passer = 0
    state.targets.counts = 0
    for i in range(MAX_TARGETS):
        state.targets.cell[i] = 0


def targets_key(state):
    """Return the part of the hash key for the legal captures."""
    key: cython.ulonglong = 0
    i: cython.int
    for i in range(MAX_TARGETS):
        if state.targets.counts >> i & 1:
            key ^= state.tables.target_keys[state.targets.cell[i]]
            if file_of(state.targets.cell[i]) != file_of(state.targets.passer):
                # Pieces from two files may pass one cell.
                key ^= state.tables.target_keys[state.targets.passer]
    return key


def _can_take(state, target):
    """Return True if the side to move has a legal capture on a target."""
    slot: cython.int
    origin: cython.int
    code: cython.int
    taken: cython.int = state.targets.passer
    for slot in range(state.slots[state.side]):
        origin = state.cell_of[state.side * SLOTS + slot]
        code = state.board[origin]
        if (
            origin != 0
            and state.tables.en_passant_captors >> (code & TYPE_MASK) & 1
            and reaches(state, origin, code, target)
            and not moves_to(state, origin, code, target)
            and is_king_safe_after(state, origin, target, taken)
            and (
                not state.tables.has_move_restrictions
                or is_permitted(state, pack(origin, target, EN_PASSANT, 0))
            )
        ):
            return True
    return False


def moves_to(state, origin, code, target):
    """Return True if a piece may move there without a capture, which excludes en passant."""
    span: cython.pointer[Span] = cython.address(state.tables.moves[code * CELLS + origin])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    while stop < end:
        if state.board[stop.to] != EMPTY:
            stop += stop.skip
            continue
        if stop.to == target and stop.flags & CAN_MOVE and not stop.flags & UNMOVED:
            return True
        stop += 1
    return False
