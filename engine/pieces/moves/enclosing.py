"""Enclosing: drops beside other pieces, and enemies that a move makes change sides."""

import cython
from cython.cimports.amalthea.engine.core.moves import to_of, type_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    DROP,
    EDGE,
    EMPTY,
    ROW,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    ANYSIDE,
    ATAXX,
    QUADWRANGLE,
    REVERSI,
    SNORT,
)
from cython.cimports.amalthea.engine.pieces.moves.drops import free_slot
from cython.cimports.amalthea.engine.pieces.moves.explosions import BLAST, blast_cell
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    Taken,
    Undo,
    is_piece,
    note_change,
    stand,
)


def encloses(state, to):
    """Return True if the side to move may drop a piece on an empty cell, by what stands around."""
    rule: cython.int = state.tables.enclosing
    us: cython.int = state.side
    if state.tables.any_dropped_first and _may_begin(state):
        return state.tables.dropped_first[to]
    if rule == REVERSI:
        return count_enclosed(state, us, to) > 0
    if rule == ATAXX:
        return count_neighbours(state, us, to) > 0
    if rule == SNORT:
        return not (
            _is_of(state, 1 - us, to + 1)
            or _is_of(state, 1 - us, to - 1)
            or _is_of(state, 1 - us, to + ROW)
            or _is_of(state, 1 - us, to - ROW)
        )
    if rule == ANYSIDE:
        return (
            _slides_in(state, to, 1)
            or _slides_in(state, to, -1)
            or _slides_in(state, to, ROW)
            or _slides_in(state, to, -ROW)
        )
    return state.board[to - ROW] != EMPTY


def count_enclosed(state, us, to):
    """Return the number of enemies that a side's piece on a cell encloses."""
    number: cython.int
    found: cython.int = 0
    for number in range(BLAST - 1):
        found += _count_enclosed_along(state, us, to, blast_cell(0, number))
    return found


def count_neighbours(state, colour, to):
    """Return the number of a side's pieces next to a cell."""
    number: cython.int
    found: cython.int = 0
    for number in range(BLAST - 1):
        found += _is_of(state, colour, blast_cell(to, number))
    return found


def turn_pieces(state, undo):
    """Turn the enemies that change sides with the move just made; the turn has been passed."""
    us: cython.int = 1 - state.side
    to: cython.int = to_of(undo.move)
    step: cython.int
    number: cython.int
    i: cython.int
    undo.flip_count = 0
    if state.tables.flips == REVERSI:
        for number in range(BLAST - 1):
            step = blast_cell(0, number)
            for i in range(_count_enclosed_along(state, us, to, step)):
                _turn(state, undo, to + (i + 1) * step)
        return
    if (
        state.tables.flips == QUADWRANGLE
        and type_of(undo.move) == DROP
        and count_neighbours(state, us, to) == 0
    ):
        return
    for number in range(BLAST - 1):
        if _is_of(state, 1 - us, blast_cell(to, number)):
            _turn(state, undo, blast_cell(to, number))


def turn_back(state, undo):
    """Undo `turn_pieces`, without the key."""
    taken: cython.pointer[Taken]
    code: cython.int
    i: cython.int
    for i in range(undo.taken_count + undo.flip_count - 1, undo.taken_count - 1, -1):
        taken = cython.address(undo.taken[i])
        code = state.board[taken.cell]
        state.cell_of[(code >> COLOUR_SHIFT) * SLOTS + state.slot_at[taken.cell]] = 0
        _count(state, code, -1)
        _count(state, taken.code, 1)
        stand(state, taken.code, taken.cell, taken.slot)
    undo.flip_count = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turn(state: PiecesState, undo: cython.pointer[Undo], cell: cython.int) -> cython.void:
    """Turn the piece on a cell into one of the other side."""
    code: cython.int = state.board[cell]
    us: cython.int = 1 - (code >> COLOUR_SHIFT)
    new_code: cython.int = us << COLOUR_SHIFT | (code & TYPE_MASK)
    taken: cython.pointer[Taken] = cython.address(undo.taken[undo.taken_count + undo.flip_count])
    undo.flip_count += 1
    taken.code = code
    taken.cell = cell
    taken.slot = state.slot_at[cell]
    state.cell_of[(1 - us) * SLOTS + taken.slot] = 0
    _count(state, code, -1)
    _count(state, new_code, 1)
    stand(state, new_code, cell, free_slot(state, us))
    note_change(state, undo, code, cell, -1)
    note_change(state, undo, new_code, cell, 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(state: PiecesState, code: cython.int, by: cython.int) -> cython.void:
    """Count a piece that its side gains (1) or loses (-1)."""
    state.tally[code] += by
    state.alive[code >> COLOUR_SHIFT] += by
    state.pieces[code >> COLOUR_SHIFT] += by * is_piece(state, code)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_of(state: PiecesState, colour: cython.int, cell: cython.int) -> cython.bint:
    """Return True if a side's piece stands on a cell."""
    return state.enemies[colour * (EDGE + 1) + state.board[cell]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_enclosed_along(
    state: PiecesState, us: cython.int, to: cython.int, step: cython.int
) -> cython.int:
    """Return the number of enemies between a side's piece on a cell and its next one on a line."""
    cell: cython.int = to + step
    found: cython.int = 0
    while _is_of(state, 1 - us, cell):
        found += 1
        cell += step
    return found if _is_of(state, us, cell) else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slides_in(state: PiecesState, to: cython.int, step: cython.int) -> cython.bint:
    """Return True if a piece that slides in from an edge by steps comes to rest on a cell."""
    cell: cython.int = to
    if state.board[to + step] == EMPTY:
        return False
    while state.board[cell] == EMPTY:
        cell -= step
    return not state.tables.on_board[cell]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_begin(state: PiecesState) -> cython.bint:
    """Return True if one of the cells to which pieces are dropped first is empty."""
    cell: cython.int
    i: cython.int
    for i in range(state.tables.cells):
        cell = state.tables.cell_list[i]
        if state.tables.dropped_first[cell] and state.board[cell] == EMPTY:
            return True
    return False
