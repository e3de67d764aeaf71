"""Castling: which castlings are legal, and how king and partners change places."""

import cython
from cython.cimports.amalthea.engine.core.moves import detail_of, origin_of, pack, to_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
    cell_at,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    MAX_CASTLINGS,
    MAX_HOMES,
    Castle,
    Home,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked, is_endangered
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    fill,
    first_slot,
    note_change,
)


def castling_moves(state, out, n):
    """Add the legal castlings of the side to move, which is not in check."""
    home: cython.pointer[Home]
    castle: cython.pointer[Castle]
    i: cython.int
    index: cython.int
    for i in range(state.tables.home_count[state.side]):
        home = cython.address(state.tables.homes[state.side * MAX_HOMES + i])
        if state.board[home.cell] != state.tables.castles[home.first].king_code:
            continue
        for index in range(home.first, home.end):
            if can_castle(state, index):
                castle = cython.address(state.tables.castles[index])
                fill(
                    state,
                    out + n,
                    pack(castle.king_from, castle.king_to, CASTLING, index),
                    first_slot(state, castle.king_code & TYPE_MASK),
                    0,
                )
                n += 1
    return n


def is_castling(state, move):
    """Return True if a move word that claims to be a castling is legal here."""
    index: cython.int = detail_of(move)
    return (
        state.checkers == 0
        and index // MAX_CASTLINGS == state.side
        and index % MAX_CASTLINGS < state.tables.castlings
        and origin_of(move) == state.tables.castles[index].king_from
        and to_of(move) == state.tables.castles[index].king_to
        and can_castle(state, index)
    )


def may_leap(state, origin, to):
    """Return True if a king may make a leap of its first move.

    It must not be in check, and in some games one of the squares half-way must not be attacked.
    """
    files: cython.int = file_of(to) - file_of(origin)
    ranks: cython.int = rank_of(to) - rank_of(origin)
    if state.checkers:
        return False
    if not state.tables.safe_leap:
        return True
    near: cython.int = cell_at(
        file_of(origin) + _half(files, False), rank_of(origin) + _half(ranks, False)
    )
    far: cython.int = cell_at(
        file_of(origin) + _half(files, True), rank_of(origin) + _half(ranks, True)
    )
    return not _endangers_passing(state, origin, near) or not _endangers_passing(state, origin, far)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _endangers_passing(state: PiecesState, origin: cython.int, passed: cython.int) -> cython.bint:
    """Return True if the king could be captured on a cell that it passes, standing there alone.

    The king replaces any piece there: a hopper that ignores its own type would not capture that
    piece.
    """
    there: cython.int = state.board[passed]
    if there == EDGE:
        return False
    state.board[passed] = state.board[origin]
    found: cython.bint = is_endangered(state, passed, 1 - state.side)
    state.board[passed] = there
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _half(way: cython.int, up: cython.bint) -> cython.int:
    """Return half of one or two squares either way, one square rounded to none or up."""
    if way == 0 or (way * way == 1 and not up):
        return 0
    return 1 if way > 0 else -1


def can_castle(state, index):
    """Return True if the side to move, which is not in check, may make that castling."""
    castle: cython.pointer[Castle] = cython.address(state.tables.castles[index])
    i: cython.int
    if state.board[castle.king_from] != castle.king_code:
        return False
    if state.rights & castle.needs != castle.needs:
        return False
    for i in range(castle.partners):
        if state.board[castle.partner_from[i]] != castle.partner_code[i]:
            return False
    for i in range(castle.empties):
        if state.board[castle.empty[i]] != EMPTY:
            return False
    for i in range(castle.path_length):
        if is_endangered(state, castle.path[i], 1 - state.side):
            return False
    place_castling(state, index, False)
    king: cython.int = state.king_cell[state.side]
    safe: cython.bint = (king == 0 or not is_endangered(state, king, 1 - state.side)) and (
        state.tables.checking
        or state.king_cell[1 - state.side] == 0
        or not is_attacked(state, state.king_cell[1 - state.side], state.side)
    )
    place_castling(state, index, True)
    return safe


def place_castling(state, index, back):
    """Put king and partners on their new cells, or back; the key does not change."""
    castle: cython.pointer[Castle] = cython.address(state.tables.castles[index])
    codes: cython.uchar[MAX_MOVING]
    slots: cython.uchar[MAX_MOVING]
    destinations: cython.int[MAX_MOVING]
    origins: cython.int[MAX_MOVING]
    i: cython.int
    n: cython.int = castle.partners
    origins[n] = castle.king_to if back else castle.king_from
    destinations[n] = castle.king_from if back else castle.king_to
    for i in range(n):
        origins[i] = castle.partner_to[i] if back else castle.partner_from[i]
        destinations[i] = castle.partner_from[i] if back else castle.partner_to[i]
    for i in range(n + 1):
        codes[i] = state.board[origins[i]]
        slots[i] = state.slot_at[origins[i]]
    for i in range(n + 1):
        state.board[origins[i]] = EMPTY
    for i in range(n + 1):
        state.board[destinations[i]] = codes[i]
        state.slot_at[destinations[i]] = slots[i]
        state.cell_of[(codes[i] >> COLOUR_SHIFT) * SLOTS + slots[i]] = destinations[i]
    if codes[n] & TYPE_MASK == state.tables.king_type:
        state.king_cell[codes[n] >> COLOUR_SHIFT] = destinations[n]


def make_castling(state, undo, index):
    """Make a castling, without the changes of rights."""
    castle: cython.pointer[Castle] = cython.address(state.tables.castles[index])
    i: cython.int
    code: cython.int = state.board[castle.king_from]
    note_change(state, undo, code, castle.king_from, -1)
    note_change(state, undo, code, castle.king_to, 1)
    for i in range(castle.partners):
        code = state.board[castle.partner_from[i]]
        note_change(state, undo, code, castle.partner_from[i], -1)
        note_change(state, undo, code, castle.partner_to[i], 1)
    place_castling(state, index, False)
