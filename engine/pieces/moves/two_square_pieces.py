"""Pieces on two squares: their slides, captures and pivots.

A piece is known by one of its squares, its anchor; the other one lies at a fixed difference from
it.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    NORMAL,
    QUIET,
    TACTICAL,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TURN,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import PIVOTS, Span, Stop
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked
from cython.cimports.amalthea.engine.pieces.moves.state import (
    MAX_TAKEN,
    SLOTS,
    clear,
    fill,
    first_slot,
    has_slot,
    stand,
)


def two_square_moves(state, slot, out, n, what):
    """Add the moves of a piece on two squares: slides, captures and pivots."""
    origin: cython.int = state.cell_of[state.side * SLOTS + slot]
    code: cython.int = state.board[origin]
    tested: cython.bint = (
        state.checkers > 0 or has_slot(cython.address(state.pinned), slot) or state.exposed
    )
    first: cython.int = n
    last: cython.int = _slides(state, slot, out, n, what)
    i: cython.int
    n = first
    for i in range(first, last):
        if out[i].tactical or tested:
            if not _is_king_safe_after_two_square_move(state, origin, to_of(out[i].move), code):
                continue
            describe_two_square(state, out[i].move, out + n)
        else:
            out[n] = out[i]
        n += 1
    if what & QUIET and state.tables.pivots[code]:
        n = _pivots(state, slot, out, n, tested)
    return n


def _slides(state, slot, out, n, what):
    """Add its moves along its paths, whether they leave the king safe or not."""
    us: cython.int = state.side
    origin: cython.int = state.cell_of[us * SLOTS + slot]
    code: cython.int = state.board[origin]
    second: cython.int = state.tables.second[code]
    enemies: cython.p_uchar = cython.address(state.enemies[(1 - us) * (EDGE + 1)])
    span: cython.pointer[Span] = cython.address(state.tables.moves[code * CELLS + origin])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    first: cython.int = first_slot(state, code & TYPE_MASK)
    to: cython.int
    flags: cython.int
    near: cython.int
    far: cython.int
    victim: cython.int
    clear(state, code, origin)  # its own cells are free for it
    while stop < end:
        to = stop.to
        flags = stop.flags
        near = state.board[to]
        far = state.board[to + second]
        if near == EMPTY and far == EMPTY:
            stop += 1
            if not (flags & CAN_MOVE and what & QUIET):
                continue
        else:
            stop += stop.skip
            if (near != EMPTY and not enemies[near]) or (far != EMPTY and not enemies[far]):
                continue
            if not (flags & CAN_CAPTURE and what & TACTICAL):
                continue
        victim = (near if near != EMPTY else far) & TYPE_MASK
        fill(state, out + n, pack(origin, to, NORMAL, 0), first, victim)
        n += 1
    stand(state, code, origin, slot)
    return n


def _pivots(state, slot, out, n, tested):
    """Add its quarter turns about either square onto an empty one."""
    origin: cython.int = state.cell_of[state.side * SLOTS + slot]
    code: cython.int = state.board[origin]
    turned: cython.int = state.tables.pivots[code]
    first: cython.int = first_slot(state, turned & TYPE_MASK)
    to: cython.int
    far: cython.int
    i: cython.int
    for i in range(PIVOTS):
        to = origin + state.tables.pivot_shifts[code * PIVOTS + i]
        far = to + state.tables.second[turned]
        if to == origin or to == origin + state.tables.second[code]:
            if state.board[far] != EMPTY:
                continue
        elif state.board[to] != EMPTY:
            continue
        if not tested or _is_king_safe_after_two_square_move(state, origin, to, turned):
            fill(state, out + n, pack(origin, to, TURN, turned & TYPE_MASK), first, 0)
            n += 1
    return n


def _is_king_safe_after_two_square_move(state, origin, to, code):
    """Return True if the king is safe after a piece on two squares has arrived as `code`."""
    moved: cython.int = state.board[origin]
    slot: cython.int = state.slot_at[origin]
    us: cython.int = code >> COLOUR_SHIFT
    taken: Taken[MAX_TAKEN]
    i: cython.int
    clear(state, moved, origin)
    n: cython.int = find_victims(state, to, state.tables.second[code], taken)
    for i in range(n):
        clear(state, taken[i].code, taken[i].cell)
    stand(state, code, to, slot)
    king: cython.int = state.king_cell[us]
    safe: cython.bint = king == 0 or not is_attacked(state, king, 1 - us)
    clear(state, code, to)
    for i in range(n):
        stand(state, taken[i].code, taken[i].cell, taken[i].slot)
    stand(state, moved, origin, slot)
    return safe


def find_victims(state, to, second, taken):
    """Store the pieces on the squares of a piece about to arrive and return their number."""
    cell: cython.int
    code: cython.int
    i: cython.int
    n: cython.int = 0
    for i in range(1 + (second != 0)):
        cell = to + i * second
        code = state.board[cell]
        if code == EMPTY:
            continue
        taken[n].code = code
        taken[n].slot = state.slot_at[cell]
        taken[n].cell = state.cell_of[(code >> COLOUR_SHIFT) * SLOTS + taken[n].slot]
        if n == 0 or taken[0].cell != taken[1].cell:
            n += 1
    return n


def two_square_victims(state, move, taken):
    """Store the pieces that a move of a piece on two squares captures; return their number."""
    origin: cython.int = origin_of(move)
    code: cython.int = state.board[origin]
    slot: cython.int = state.slot_at[origin]
    if type_of(move) == TURN:
        return 0  # pivots never capture
    clear(state, code, origin)
    n: cython.int = find_victims(state, to_of(move), state.tables.second[code], taken)
    stand(state, code, origin, slot)
    return n


def describe_two_square(state, move, out):
    """Fill the candidate of a legal move of a piece on two squares; it names the most valuable
    victim.
    """
    kind: cython.int = state.board[origin_of(move)] & TYPE_MASK
    victim: cython.int = 0
    gain: cython.int = 0
    taken: Taken[MAX_TAKEN]
    i: cython.int
    for i in range(two_square_victims(state, move, taken)):
        gain += state.exchange[taken[i].code & TYPE_MASK]
        if i == 0 or state.exchange[victim] < state.exchange[taken[i].code & TYPE_MASK]:
            victim = taken[i].code & TYPE_MASK
    if type_of(move) == TURN:
        kind = detail_of(move)
    fill(state, out, move, first_slot(state, kind), victim)
    out.gain = gain
