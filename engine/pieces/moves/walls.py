"""Walls: a move and the square that it blocks, as one move word.

The detail of such a word is the number of the blocked square plus the number of squares times the
number of the promotion or castling. A plain word is that of the same move without a wall, as all
other modules read it.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_MOVE,
    CASTLING,
    CELLS,
    EDGE,
    EMPTY,
    EN_PASSANT,
    PROMOTION,
    ROW,
    UNMOVED,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    ARROW,
    AT_EDGE,
    MAX_HOMES,
    PAST,
    Span,
    Stop,
)
from cython.cimports.amalthea.engine.pieces.moves.castling import place_castling
from cython.cimports.amalthea.engine.pieces.moves.state import PiecesState, wall_key


def without_wall(state, move):
    """Return the plain word of a move by the side to move, even if no such move is legal."""
    move_type: cython.int = type_of(move)
    number: cython.int = detail_of(move) // state.tables.cells
    if move_type == PROMOTION:
        number = state.tables.promoted[number]
    elif move_type == CASTLING:
        number += _first_castling(state, origin_of(move))
    return pack(origin_of(move), to_of(move), move_type, number)


def with_wall(state, move, cell):
    """Return the word of a plain move by the side to move that also blocks a cell."""
    move_type: cython.int = type_of(move)
    number: cython.int = 0
    if move_type == PROMOTION:
        number = state.tables.number_promoted[detail_of(move)]
    elif move_type == CASTLING:
        number = detail_of(move) - _first_castling(state, origin_of(move))
    detail: cython.int = number * state.tables.cells + state.tables.dense[cell]
    return pack(origin_of(move), to_of(move), move_type, detail)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_castling(state: PiecesState, cell: cython.int) -> cython.int:
    """Return the number of the side's first castling from a cell, 0 if there is none."""
    i: cython.int
    for i in range(state.tables.home_count[state.side]):
        if state.tables.homes[state.side * MAX_HOMES + i].cell == cell:
            return state.tables.homes[state.side * MAX_HOMES + i].first
    return 0


def try_move(state, move, trial):
    """Make a plain legal move on the board alone; what promotes stays what it is."""
    if type_of(move) == CASTLING:
        place_castling(state, detail_of(move), False)
        return
    trial.taken = state.targets.passer if type_of(move) == EN_PASSANT else to_of(move)
    trial.victim = state.board[trial.taken]
    trial.mover = state.board[origin_of(move)]
    state.board[trial.taken] = EMPTY
    state.board[origin_of(move)] = EMPTY
    state.board[to_of(move)] = trial.mover


def end_trial(state, move, trial):
    """Undo `try_move`."""
    if type_of(move) == CASTLING:
        place_castling(state, detail_of(move), True)
        return
    state.board[to_of(move)] = EMPTY
    state.board[trial.taken] = trial.victim
    state.board[origin_of(move)] = trial.mover


def wall_cells(state, move, cells):
    """List the cells that may be blocked after a plain move that is on trial; return their number.

    The duck may not stay where it is, as its cell is not empty.
    """
    rule: cython.int = state.tables.walls
    cell: cython.int
    i: cython.int
    n: cython.int = 0
    if rule == PAST:
        cells[0] = origin_of(move)
        return _may_block(state, origin_of(move))
    if rule == ARROW:
        return _arrow_cells(state, to_of(move), cells)
    for i in range(state.tables.cells):
        cell = state.tables.cell_list[i]
        if _may_block(state, cell) and (rule != AT_EDGE or _is_at_edge(state, cell)):
            cells[n] = cell
            n += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _may_block(state: PiecesState, cell: cython.int) -> cython.bint:
    """Return True if a cell is empty, and one of those that the side to move may block at all."""
    return state.board[cell] == EMPTY and state.tables.buildable[state.side * CELLS + cell]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_at_edge(state: PiecesState, cell: cython.int) -> cython.bint:
    """Return True for a cell at the edge of the board, or beside a blocked one."""
    return (
        state.board[cell - 1] == EDGE
        or state.board[cell + 1] == EDGE
        or state.board[cell - ROW] == EDGE
        or state.board[cell + ROW] == EDGE
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _arrow_cells(
    state: PiecesState, origin: cython.int, cells: cython.pointer[cython.ushort]
) -> cython.int:
    """List the cells that a piece on trial could move to next; return their number."""
    code: cython.int = state.board[origin]
    span: cython.pointer[Span] = cython.address(state.tables.moves[code * CELLS + origin])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    n: cython.int = 0
    state.seen_mark += 1
    while stop < end:
        if state.board[stop.to] != EMPTY:
            stop += stop.skip
            continue
        if (
            stop.flags & CAN_MOVE
            and not stop.flags & UNMOVED
            and state.seen_marks[stop.to] != state.seen_mark
            and _may_block(state, stop.to)
        ):
            state.seen_marks[stop.to] = state.seen_mark
            cells[n] = stop.to
            n += 1
        stop += 1
    return n


def first_wall(state, move):
    """Return a cell that may be blocked after a plain legal move, 0 if there is none."""
    cells: cython.ushort[MAX_WALLS]
    trial: Trial
    try_move(state, move, cython.address(trial))
    n: cython.int = wall_cells(state, move, cells)
    end_trial(state, move, cython.address(trial))
    return cells[0] if n else 0


def may_build(state, move, cell):
    """Return True if a cell may be blocked after a plain legal move."""
    cells: cython.ushort[MAX_WALLS]
    trial: Trial
    i: cython.int
    found: cython.bint = False
    try_move(state, move, cython.address(trial))
    for i in range(wall_cells(state, move, cells)):
        found = found or cells[i] == cell
    end_trial(state, move, cython.address(trial))
    return found


def build(state, undo, cell, removed):
    """Block a cell after a move, and open another one, 0 for none."""
    undo.built_wall = cell
    undo.removed_wall = removed
    if removed:
        state.board[removed] = EMPTY
        state.hash_key ^= wall_key(state, removed)
    state.board[cell] = EDGE
    state.hash_key ^= wall_key(state, cell)


def tear_down(state, undo):
    """Undo `build`, without the key."""
    state.board[undo.built_wall] = EMPTY
    if undo.removed_wall:
        state.board[undo.removed_wall] = EDGE
