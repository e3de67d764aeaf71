"""Pieces on two cells: their slides, captures and quarter turns.

A piece is known by one of its cells, its anchor; the other one lies at a fixed difference from it.
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
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TURN,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    CAN_CAPTURE,
    CAN_MOVE,
    PIVOTS,
    Span,
    Stop,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import attacked
from cython.cimports.amalthea.engine.pieces.moves.state import (
    MOST_TAKEN,
    SLOTS,
    clear,
    fill,
    first_slot,
    stand,
)


def broad_moves(army, slot, out, n, what):
    """Moves of a piece on two cells: slides over empty cells, captures of all it covers."""
    origin: cython.int = army.cell_of[army.side * SLOTS + slot]
    code: cython.int = army.board[origin]
    tested: cython.bint = army.checkers > 0 or army.pinned >> slot & 1 or army.exposed
    first: cython.int = n
    last: cython.int = _slides(army, slot, out, n, what)
    i: cython.int
    n = first
    for i in range(first, last):
        if out[i].tactical or tested:
            if not _broad_safe_after(army, origin, to_of(out[i].move), code):
                continue
            describe_broad(army, out[i].move, out + n)
        else:
            out[n] = out[i]
        n += 1
    if what & QUIET and army.tables.pivots[code]:
        n = _pivots(army, slot, out, n, tested)
    return n


def _slides(army, slot, out, n, what):
    """Its moves along its paths, whether they leave the king safe or not."""
    us: cython.int = army.side
    origin: cython.int = army.cell_of[us * SLOTS + slot]
    code: cython.int = army.board[origin]
    second: cython.int = army.tables.second[code]
    enemies: cython.p_uchar = cython.address(army.enemies[(1 - us) * (EDGE + 1)])
    span: cython.pointer[Span] = cython.address(army.tables.moves[code * CELLS + origin])
    stop: cython.pointer[Stop] = army.tables.stops + span.first
    end: cython.pointer[Stop] = army.tables.stops + span.last
    first: cython.int = first_slot(army, code & TYPE_MASK)
    to: cython.int
    flags: cython.int
    near: cython.int
    far: cython.int
    victim: cython.int
    clear(army, code, origin)  # its own cells are free for it
    while stop < end:
        to = stop.to
        flags = stop.flags
        near = army.board[to]
        far = army.board[to + second]
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
        fill(army, out + n, pack(origin, to, NORMAL, 0), first, victim)
        n += 1
    stand(army, code, origin, slot)
    return n


def _pivots(army, slot, out, n, tested):
    """Quarter turns about either cell onto an empty one."""
    origin: cython.int = army.cell_of[army.side * SLOTS + slot]
    code: cython.int = army.board[origin]
    turned: cython.int = army.tables.pivots[code]
    first: cython.int = first_slot(army, turned & TYPE_MASK)
    to: cython.int
    far: cython.int
    i: cython.int
    for i in range(PIVOTS):
        to = origin + army.tables.pivot_shifts[code * PIVOTS + i]
        far = to + army.tables.second[turned]
        if to == origin or to == origin + army.tables.second[code]:
            if army.board[far] != EMPTY:
                continue
        elif army.board[to] != EMPTY:
            continue
        if not tested or _broad_safe_after(army, origin, to, turned):
            fill(army, out + n, pack(origin, to, TURN, turned & TYPE_MASK), first, 0)
            n += 1
    return n


def _broad_safe_after(army, origin, to, code):
    """The same for a piece on two cells, which arrives as `code`."""
    moved: cython.int = army.board[origin]
    slot: cython.int = army.slot_at[origin]
    us: cython.int = code >> COLOUR_SHIFT
    taken: Taken[MOST_TAKEN]
    i: cython.int
    clear(army, moved, origin)
    n: cython.int = find_victims(army, to, army.tables.second[code], taken)
    for i in range(n):
        clear(army, taken[i].code, taken[i].cell)
    stand(army, code, to, slot)
    king: cython.int = army.king_cell[us]
    safe: cython.bint = king == 0 or not attacked(army, king, 1 - us)
    clear(army, code, to)
    for i in range(n):
        stand(army, taken[i].code, taken[i].cell, taken[i].slot)
    stand(army, moved, origin, slot)
    return safe


def find_victims(army, to, second, taken):
    """Which pieces stand on the cells of a piece about to arrive; how many."""
    cell: cython.int
    code: cython.int
    i: cython.int
    n: cython.int = 0
    for i in range(1 + (second != 0)):
        cell = to + i * second
        code = army.board[cell]
        if code == EMPTY:
            continue
        taken[n].code = code
        taken[n].slot = army.slot_at[cell]
        taken[n].cell = army.cell_of[(code >> COLOUR_SHIFT) * SLOTS + taken[n].slot]
        if n == 0 or taken[0].cell != taken[1].cell:
            n += 1
    return n


def broad_victims(army, move, taken):
    """What a move of a piece on two cells captures; how many."""
    origin: cython.int = origin_of(move)
    code: cython.int = army.board[origin]
    slot: cython.int = army.slot_at[origin]
    if type_of(move) == TURN:
        return 0  # pivots never capture
    clear(army, code, origin)
    n: cython.int = find_victims(army, to_of(move), army.tables.second[code], taken)
    stand(army, code, origin, slot)
    return n


def describe_broad(army, move, out):
    """Fills the candidate of a legal move of a piece on two cells: the dearest victim is named."""
    kind: cython.int = army.board[origin_of(move)] & TYPE_MASK
    victim: cython.int = 0
    gain: cython.int = 0
    taken: Taken[MOST_TAKEN]
    i: cython.int
    for i in range(broad_victims(army, move, taken)):
        gain += army.exchange[taken[i].code & TYPE_MASK]
        if i == 0 or army.exchange[victim] < army.exchange[taken[i].code & TYPE_MASK]:
            victim = taken[i].code & TYPE_MASK
    if type_of(move) == TURN:
        kind = detail_of(move)
    fill(army, out, move, first_slot(army, kind), victim)
    out.gain = gain
