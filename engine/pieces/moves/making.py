"""Making and taking back moves: board, lists, key, rights and the cell for en passant."""

import cython
from cython.cimports.amalthea.engine.core.moves import NO_MOVE, detail_of, origin_of, to_of, type_of
from cython.cimports.amalthea.engine.core.position import pass_turn, return_turn
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    ADVANCE,
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EMPTY,
    EN_PASSANT,
    PROMOTION,
    TURN,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import look_for_checks
from cython.cimports.amalthea.engine.pieces.moves.castling import make_castling, place_castling
from cython.cimports.amalthea.engine.pieces.moves.counting import count_back, count_on
from cython.cimports.amalthea.engine.pieces.moves.drops import (
    held_code,
    hold,
    make_drop,
    unmake_drop,
)
from cython.cimports.amalthea.engine.pieces.moves.en_passant import advance, leave_targets
from cython.cimports.amalthea.engine.pieces.moves.endings import (
    count_check,
    discount_check,
    look_for_end,
)
from cython.cimports.amalthea.engine.pieces.moves.permission import in_danger
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    Taken,
    Undo,
    clear,
    is_piece,
    note_change,
    stand,
)
from cython.cimports.libc.string import memcpy


def key_after(army, move):
    """The hash key after a legal move, quickly: that of an ordinary one from cell to cell."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    code: cython.int = army.board[origin]
    victim: cython.int = army.board[to]
    key: cython.ulonglong = army.hash_key ^ army.tables.side_key
    if type_of(move) == DROP:
        code = army.side << COLOUR_SHIFT | detail_of(move)
        return key ^ army.tables.piece_keys[code * CELLS + to]
    if victim != EMPTY:
        key ^= army.tables.piece_keys[victim * CELLS + to]
    return (
        key
        ^ army.tables.piece_keys[code * CELLS + origin]
        ^ army.tables.piece_keys[code * CELLS + to]
    )


def make(army, move):
    """Plays a legal move."""
    us: cython.int = army.side
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    kind: cython.int = type_of(move)
    code: cython.int = army.board[origin]
    undo: cython.pointer[Undo] = army.stack + army.ply
    _remember(army, undo, move)
    pass_turn(army)
    passer: cython.int = army.targets.passer
    leave_targets(army)
    army.hash_key ^= army.tables.side_key
    army.halfmove += 1
    lost: cython.uint = army.tables.lost_by_cell[origin] | army.tables.lost_by_cell[to]
    undo.moved = code
    if kind == CASTLING:
        make_castling(army, undo, detail_of(move))
        lost = army.tables.castling_rights[us] & ~army.tables.castles[detail_of(move)].keeps
    elif kind == DROP:
        make_drop(army, undo, move)
    else:
        arriving: cython.int = code
        if kind == PROMOTION or kind == TURN:
            arriving = us << COLOUR_SHIFT | detail_of(move)
        taken_cell: cython.int = to
        if kind == EN_PASSANT:
            taken_cell = passer
        second: cython.int = army.tables.second[arriving]
        clear(army, code, origin)
        if army.board[taken_cell] != EMPTY:
            _take(army, undo, taken_cell)
        if second:
            lost |= army.tables.lost_by_cell[to + second]
            if army.board[to + second] != EMPTY:
                _take(army, undo, to + second)
        if kind == PROMOTION or army.tables.resetting >> (code & TYPE_MASK) & 1:
            army.halfmove = 0
        _step(army, undo, origin, to, code, arriving)
        if code & TYPE_MASK == army.tables.king_type:
            lost |= army.tables.castling_rights[us]
    _lose_rights(army, lost)
    look_for_checks(army)
    if kind == ADVANCE:
        advance(army, origin, to)
    if army.tables.checks and army.checkers:
        count_check(army)
    if army.tables.pseudo_royals:
        army.royal_attacked = in_danger(army, army.side)
    if army.tables.counting:
        count_on(army, undo, kind)
    if army.tables.has_ends:
        look_for_end(army)


def unmake(army):
    """Takes the last made move back."""
    if army.tables.checks and army.checkers:
        discount_check(army)
    army.ended = 0
    army.verdict = 0
    return_turn(army)
    undo: cython.pointer[Undo] = army.stack + army.ply
    origin: cython.int = origin_of(undo.move)
    to: cython.int = to_of(undo.move)
    kind: cython.int = type_of(undo.move)
    code: cython.int = undo.moved
    arrived: cython.int
    i: cython.int
    _recall(army, undo)
    if army.tables.counting:
        count_back(army, undo)
    if kind == CASTLING:
        place_castling(army, detail_of(undo.move), True)
        return
    if kind == DROP:
        unmake_drop(army, undo)
        return
    arrived = army.board[to]
    clear(army, arrived, to)
    stand(army, code, origin, army.slot_at[to])
    if code & TYPE_MASK == army.tables.king_type:
        army.king_cell[army.side] = origin
    if arrived != code:
        _become(army, arrived, code)
    for i in range(undo.takes):
        _put_back(army, cython.address(undo.taken[i]))


def make_null(army):
    """Passes; only when not in check."""
    _remember(army, army.stack + army.ply, NO_MOVE)
    pass_turn(army)
    leave_targets(army)
    army.hash_key ^= army.tables.side_key
    army.halfmove = 0  # no position before the pass can be repeated after it
    army.null_move_ply = army.ply
    look_for_checks(army)
    if army.tables.pseudo_royals:
        army.royal_attacked = in_danger(army, army.side)


def unmake_null(army):
    """Takes a pass back."""
    return_turn(army)
    _recall(army, army.stack + army.ply)


def _remember(army, undo, move):
    """Notes what `_recall` restores."""
    undo.move = move
    undo.takes = 0
    undo.changes = 0
    undo.pinned = army.pinned
    memcpy(undo.part_keys, army.part_keys, cython.sizeof(undo.part_keys))
    undo.halfmove = army.halfmove
    undo.targets = army.targets
    undo.exposed = army.exposed
    undo.royal_attacked = army.royal_attacked
    undo.checkers = army.checkers
    undo.checker = army.checker
    undo.checker_route = army.checker_route
    undo.rights = army.rights
    undo.null_move_ply = army.null_move_ply


def _recall(army, undo):
    """Restores what `_remember` has noted."""
    army.pinned = undo.pinned
    memcpy(army.part_keys, undo.part_keys, cython.sizeof(undo.part_keys))
    army.halfmove = undo.halfmove
    army.targets = undo.targets
    army.exposed = undo.exposed
    army.royal_attacked = undo.royal_attacked
    army.checkers = undo.checkers
    army.checker = undo.checker
    army.checker_route = undo.checker_route
    army.rights = undo.rights
    army.null_move_ply = undo.null_move_ply


def _take(army, undo, cell):
    """Removes the captured piece, which stands on that cell or has its second one there."""
    code: cython.int = army.board[cell]
    colour: cython.int = code >> COLOUR_SHIFT
    slot: cython.int = army.slot_at[cell]
    taken: cython.pointer[Taken] = cython.address(undo.taken[undo.takes])
    if army.tables.second[code]:
        cell = army.cell_of[colour * SLOTS + slot]
    undo.takes += 1
    taken.code = code
    taken.cell = cell
    taken.slot = slot
    clear(army, code, cell)
    army.cell_of[colour * SLOTS + slot] = 0
    army.tally[code] -= 1
    army.alive[colour] -= 1
    army.pieces[colour] -= is_piece(army, code)
    note_change(army, undo, code, cell, -1)
    if army.tables.captures_held:
        hold(army, undo, held_code(army, code), 1)
    army.halfmove = 0


def _put_back(army, taken):
    """Undoes `_take`, the key apart."""
    colour: cython.int = taken.code >> COLOUR_SHIFT
    stand(army, taken.code, taken.cell, taken.slot)
    army.tally[taken.code] += 1
    army.alive[colour] += 1
    army.pieces[colour] += is_piece(army, taken.code)
    if army.tables.captures_held:
        army.hand[held_code(army, taken.code)] -= 1
        army.held[1 - colour] -= 1


def _step(army, undo, origin, to, code, arriving):
    """Puts a piece that has been lifted from `origin` on `to` as the code `arriving`."""
    if arriving != code:
        _become(army, code, arriving)
    stand(army, arriving, to, army.slot_at[origin])
    note_change(army, undo, code, origin, -1)
    note_change(army, undo, arriving, to, 1)
    if code & TYPE_MASK == army.tables.king_type:
        army.king_cell[code >> COLOUR_SHIFT] = to


def _become(army, code, other):
    """One piece of a code is counted as another code."""
    colour: cython.int = code >> COLOUR_SHIFT
    army.tally[code] -= 1
    army.tally[other] += 1
    army.pieces[colour] += is_piece(army, other) - is_piece(army, code)


def _lose_rights(army, lost):
    """Takes rights, given as bits, from those that are left."""
    bit: cython.int
    lost &= army.rights
    if lost:
        army.rights ^= lost
        for bit in range(army.tables.rights):
            if lost >> bit & 1:
                army.hash_key ^= army.tables.right_keys[bit]
