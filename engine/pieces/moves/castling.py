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
from cython.cimports.amalthea.engine.pieces.compiled.tables import MAX_CASTLINGS, Castle
from cython.cimports.amalthea.engine.pieces.moves.attacks import attacked, endangered
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    ArmyState,
    fill,
    first_slot,
    note_change,
)


def castling_moves(army, out, n):
    """Adds the legal castlings of the side to move, which is not in check."""
    castle: cython.pointer[Castle]
    index: cython.int
    first: cython.int = army.side * MAX_CASTLINGS
    for index in range(first, first + army.tables.castlings):
        if can_castle(army, index):
            castle = cython.address(army.tables.castles[index])
            fill(
                army,
                out + n,
                pack(castle.king_from, castle.king_to, CASTLING, index),
                first_slot(army, castle.king_code & TYPE_MASK),
                0,
            )
            n += 1
    return n


def is_castling(army, move):
    """Whether a word of unknown origin, a castling by its kind, is a legal one here."""
    index: cython.int = detail_of(move)
    return (
        army.checkers == 0
        and index // MAX_CASTLINGS == army.side
        and index % MAX_CASTLINGS < army.tables.castlings
        and origin_of(move) == army.tables.castles[index].king_from
        and to_of(move) == army.tables.castles[index].king_to
        and can_castle(army, index)
    )


def may_leap(army, origin, to):
    """Whether a king may make a leap of his first move, which passes one square or one of two."""
    files: cython.int = file_of(to) - file_of(origin)
    ranks: cython.int = rank_of(to) - rank_of(origin)
    if army.checkers:
        return False
    near: cython.int = cell_at(
        file_of(origin) + _half(files, False), rank_of(origin) + _half(ranks, False)
    )
    far: cython.int = cell_at(
        file_of(origin) + _half(files, True), rank_of(origin) + _half(ranks, True)
    )
    return not _endangers_passing(army, origin, near) or not _endangers_passing(army, origin, far)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _endangers_passing(army: ArmyState, origin: cython.int, passed: cython.int) -> cython.bint:
    """Whether the king could be captured on a cell that he passes, were he there in place of
    whatever is: a hopper that shuns its like would not take that.
    """
    there: cython.int = army.board[passed]
    if there == EDGE:
        return False
    army.board[passed] = army.board[origin]
    found: cython.bint = endangered(army, passed, 1 - army.side)
    army.board[passed] = there
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _half(way: cython.int, up: cython.bint) -> cython.int:
    """Half of one or two squares either way, one square rounded to none or up."""
    if way == 0 or (way * way == 1 and not up):
        return 0
    return 1 if way > 0 else -1


def can_castle(army, index):
    """Whether the side to move, which is not in check, may castle in that way."""
    castle: cython.pointer[Castle] = cython.address(army.tables.castles[index])
    i: cython.int
    if army.board[castle.king_from] != castle.king_code:
        return False
    if army.rights & castle.needs != castle.needs:
        return False
    for i in range(castle.partners):
        if army.board[castle.partner_from[i]] != castle.partner_code[i]:
            return False
    for i in range(castle.empties):
        if army.board[castle.empty[i]] != EMPTY:
            return False
    for i in range(castle.passes):
        if endangered(army, castle.passed[i], 1 - army.side):
            return False
    place_castling(army, index, False)
    king: cython.int = army.king_cell[army.side]
    safe: cython.bint = (king == 0 or not endangered(army, king, 1 - army.side)) and (
        army.tables.checking
        or army.king_cell[1 - army.side] == 0
        or not attacked(army, army.king_cell[1 - army.side], army.side)
    )
    place_castling(army, index, True)
    return safe


def place_castling(army, index, back):
    """Puts king and partners on their new cells, or back; the key is not touched."""
    castle: cython.pointer[Castle] = cython.address(army.tables.castles[index])
    codes: cython.uchar[MOST_MOVING]
    slots: cython.uchar[MOST_MOVING]
    destinations: cython.int[MOST_MOVING]
    origins: cython.int[MOST_MOVING]
    i: cython.int
    n: cython.int = castle.partners
    origins[n] = castle.king_to if back else castle.king_from
    destinations[n] = castle.king_from if back else castle.king_to
    for i in range(n):
        origins[i] = castle.partner_to[i] if back else castle.partner_from[i]
        destinations[i] = castle.partner_from[i] if back else castle.partner_to[i]
    for i in range(n + 1):
        codes[i] = army.board[origins[i]]
        slots[i] = army.slot_at[origins[i]]
    for i in range(n + 1):
        army.board[origins[i]] = EMPTY
    for i in range(n + 1):
        army.board[destinations[i]] = codes[i]
        army.slot_at[destinations[i]] = slots[i]
        army.cell_of[(codes[i] >> COLOUR_SHIFT) * SLOTS + slots[i]] = destinations[i]
    if codes[n] & TYPE_MASK == army.tables.king_type:
        army.king_cell[codes[n] >> COLOUR_SHIFT] = destinations[n]


def make_castling(army, undo, index):
    """Castles, rights apart."""
    castle: cython.pointer[Castle] = cython.address(army.tables.castles[index])
    i: cython.int
    code: cython.int = army.board[castle.king_from]
    note_change(army, undo, code, castle.king_from, -1)
    note_change(army, undo, code, castle.king_to, 1)
    for i in range(castle.partners):
        code = army.board[castle.partner_from[i]]
        note_change(army, undo, code, castle.partner_from[i], -1)
        note_change(army, undo, code, castle.partner_to[i], 1)
    place_castling(army, index, False)
