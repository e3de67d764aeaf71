"""Second steps: pieces that capture by a first step and then go on, or pass instead.

The word of a second step is that of an ordinary move. Its detail is 1 more than the direction of
the first step, by which the piece captures, plus PROMOTES if the piece promotes at the end. A pass
goes from a cell to itself, and its detail is PASS.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    MAX_MOVES,
    NORMAL,
    detail_of,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    BACK,
    STEPS,
    STRAIGHT_ON,
    step_shift,
)
from cython.cimports.amalthea.engine.pieces.moves.permission import may_trade
from cython.cimports.amalthea.engine.pieces.moves.state import PiecesState, count_alike


def add_second_steps(state, origin, out, n):
    """Add the moves of a piece that capture with a first step and then go on, while there is
    room.
    """
    direction: cython.int
    onward: cython.int
    to: cython.int
    steps: cython.int = state.tables.second_steps[state.board[origin]]
    for direction in range(STEPS):
        if not steps >> direction & 1:
            continue
        via: cython.int = origin + step_shift(direction)
        if state.board[via] == EMPTY or state.board[via] == EDGE:
            continue
        for onward in range(STEPS):
            if n + 1 >= MAX_MOVES or not _may_step(state, origin, direction, onward):
                continue
            to = via + step_shift(onward)
            state.describe(pack(origin, to, NORMAL, direction + 1), out + n)
            n += 1
            if _may_promote(state, origin, to):
                state.describe(pack(origin, to, NORMAL, direction + 1 | PROMOTES), out + n)
                n += 1
    return n


def may_pass(state, origin):
    """Return True if the piece on `origin` could go to an empty cell with a first step."""
    code: cython.int = state.board[origin]
    direction: cython.int
    if state.tables.second_step_rule[code] == BACK:
        return False
    for direction in range(STEPS):
        ahead: cython.int = origin + step_shift(direction)
        if state.tables.second_steps[code] >> direction & 1 and state.board[ahead] == EMPTY:
            return True
    return False


def is_second_step(state, move):
    """Return True if the word of a second step or pass, perhaps a stale one, is legal."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    if state.ended or origin >= CELLS or to >= CELLS:
        return False
    code: cython.int = state.board[origin]
    if code == EMPTY or code == EDGE or code >> COLOUR_SHIFT != state.side:
        return False
    if not state.tables.second_steps[code]:
        return False
    if detail_of(move) == PASS:
        return to == origin and may_pass(state, origin)
    direction: cython.int = (detail_of(move) & ~PROMOTES) - 1
    if not 0 <= direction < STEPS or detail_of(move) >= 2 * PROMOTES:
        return False
    onward: cython.int
    for onward in range(STEPS):
        if origin + step_shift(direction) + step_shift(onward) == to:
            return _may_step(state, origin, direction, onward) and (
                not detail_of(move) & PROMOTES or _may_promote(state, origin, to)
            )
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_step(
    state: PiecesState, origin: cython.int, direction: cython.int, onward: cython.int
) -> cython.bint:
    """Return True if a piece of the side to move may capture by one step and go on by another."""
    code: cython.int = state.board[origin]
    steps: cython.int = state.tables.second_steps[code]
    rule: cython.int = state.tables.second_step_rule[code]
    via: cython.int = origin + step_shift(direction)
    to: cython.int = via + step_shift(onward)
    enemies: cython.p_uchar = cython.address(state.enemies[(1 - state.side) * (EDGE + 1)])
    if not steps >> direction & 1 or not enemies[state.board[via]]:
        return False
    if to != origin:
        if rule == BACK or (rule == STRAIGHT_ON and onward != direction):
            return False
        if not steps >> onward & 1:
            return False
        if state.board[to] != EMPTY and not enemies[state.board[to]]:
            return False
    return not state.tables.untraded or may_trade(state, origin, via, to)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_promote(state: PiecesState, origin: cython.int, to: cython.int) -> cython.bint:
    """Return True if a piece promotes by a second step: it begins or ends in the zone."""
    code: cython.int = state.board[origin]
    becomes: cython.int = state.tables.promotes_into[code] & TYPE_MASK
    if not becomes:
        return False
    most: cython.int = state.tables.limits[becomes]
    if most and count_alike(state, state.side, becomes) >= most:
        return False
    return (
        state.tables.promotes_at[code * CELLS + to] > 0
        or state.tables.promotes_from[code * CELLS + origin] > 0
    )
