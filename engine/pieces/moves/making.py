"""Making and unmaking of moves: board, piece lists, hash key, rights and en passant targets."""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    NO_MOVE,
    NORMAL,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.core.position import pass_turn, return_turn
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    ADVANCE,
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    DROP,
    EDGE,
    EMPTY,
    EN_PASSANT,
    GATING,
    PROMOTION,
    ROW,
    TURN,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import CHECK_KEYS, MAX_CASTLINGS, Castle
from cython.cimports.amalthea.engine.pieces.moves.attacks import look_for_checks
from cython.cimports.amalthea.engine.pieces.moves.castling import make_castling, place_castling
from cython.cimports.amalthea.engine.pieces.moves.counting import count_back, count_on
from cython.cimports.amalthea.engine.pieces.moves.drops import (
    held_code,
    hold,
    make_drop,
    return_to_hand,
)
from cython.cimports.amalthea.engine.pieces.moves.en_passant import advance, leave_targets
from cython.cimports.amalthea.engine.pieces.moves.explosions import (
    BLAST,
    blast_cell,
    captor_explodes,
    explodes,
)
from cython.cimports.amalthea.engine.pieces.moves.gating import castling_of, enter, useful_rights
from cython.cimports.amalthea.engine.pieces.moves.mate_conditions import note_check
from cython.cimports.amalthea.engine.pieces.moves.permission import is_in_danger
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    Taken,
    Undo,
    clear,
    is_piece,
    note_change,
    stand,
)
from cython.cimports.amalthea.engine.pieces.moves.waiting import wait_no_longer
from cython.cimports.amalthea.engine.pieces.moves.walls import build
from cython.cimports.libc.string import memcpy


def key_after(state, move):
    """Return the hash key after a legal move as if it were an ordinary one, for prefetching."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    code: cython.int = state.board[origin]
    victim: cython.int = state.board[to]
    key: cython.ulonglong = state.hash_key ^ state.tables.side_key
    if type_of(move) == DROP:
        code = state.side << COLOUR_SHIFT | detail_of(move)
        return key ^ state.tables.piece_keys[code * CELLS + to]
    if victim != EMPTY:
        key ^= state.tables.piece_keys[victim * CELLS + to]
    return (
        key
        ^ state.tables.piece_keys[code * CELLS + origin]
        ^ state.tables.piece_keys[code * CELLS + to]
    )


def make(state, move):
    """Play a legal move."""
    us: cython.int = state.side
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    move_type: cython.int = type_of(move)
    code: cython.int = state.board[origin]
    undo: cython.pointer[Undo] = state.stack + state.ply
    _remember(state, undo, move)
    pass_turn(state)
    passer: cython.int = state.targets.passer
    leave_targets(state)
    state.hash_key ^= state.tables.side_key
    state.halfmove += 1
    lost: cython.uint = state.tables.lost_by_cell[origin] | state.tables.lost_by_cell[to]
    undo.moved_code = code
    castling: cython.int = -1
    if move_type >= CASTLING:
        castling = castling_of(state, move, us)
    if castling >= 0:
        make_castling(state, undo, castling)
        lost = state.tables.castles[castling].lost_rights
    elif move_type == DROP:
        make_drop(state, undo, move)
        lost = 0
    else:
        new_code: cython.int = code
        if move_type == PROMOTION or move_type == TURN:
            new_code = us << COLOUR_SHIFT | detail_of(move)
        taken_cell: cython.int = to
        if move_type == EN_PASSANT:
            taken_cell = passer
        second: cython.int = state.tables.second[new_code]
        clear(state, code, origin)
        if state.board[taken_cell] != EMPTY:
            _take(state, undo, taken_cell)
        if second:
            lost |= state.tables.lost_by_cell[to + second]
            if state.board[to + second] != EMPTY:
                _take(state, undo, to + second)
        if move_type == PROMOTION or state.tables.clock_resetting >> (code & TYPE_MASK) & 1:
            state.halfmove = 0
        _step(state, undo, origin, to, code, new_code)
        if code & TYPE_MASK == state.tables.king_type:
            lost |= state.tables.castling_rights[us]
    _lose_rights(state, lost)
    if move == pack(origin, origin, NORMAL, 0):  # a pass
        keep_state(state, undo)
    look_for_checks(state)
    if move_type == ADVANCE:
        advance(state, origin, to)
    if state.tables.has_after_effects:
        _settle(state, undo, move_type, to)


def unmake(state):
    """Take back the last move."""
    if state.tables.checks and state.checkers:
        state.checks_left[1 - state.side] += 1  # `return_turn` restores the key
    return_turn(state)
    undo: cython.pointer[Undo] = state.stack + state.ply
    origin: cython.int = origin_of(undo.move)
    to: cython.int = to_of(undo.move)
    move_type: cython.int = type_of(undo.move)
    code: cython.int = undo.moved_code
    arrived: cython.int
    i: cython.int
    _recall(state, undo)
    if state.tables.counting:
        count_back(state, undo)
    if move_type == DROP and state.tables.waits:
        wait_no_longer(state, to)
        return
    if move_type >= CASTLING:
        if move_type != CASTLING:
            return_to_hand(state, undo, to if move_type == DROP else origin)
        i = castling_of(state, undo.move, state.side)
        if i >= 0:
            place_castling(state, i, True)
        if i >= 0 or move_type == DROP:
            return
    arrived = state.board[to]
    if arrived != code:
        if arrived == EMPTY or arrived == EDGE:
            arrived = _rebuild(state, undo)
        _become(state, arrived, code)
    clear(state, arrived, to)
    stand(state, code, origin, state.slot_at[to])
    if code & TYPE_MASK == state.tables.king_type:
        state.king_cell[state.side] = origin
    for i in range(undo.taken_count):
        _put_back(state, cython.address(undo.taken[i]))


def make_null(state):
    """Pass the turn, as a null move; only when not in check."""
    _remember(state, state.stack + state.ply, NO_MOVE)
    pass_turn(state)
    leave_targets(state)
    state.hash_key ^= state.tables.side_key
    state.halfmove = 0  # no position before the pass can be repeated after it
    state.null_move_ply = state.ply
    look_for_checks(state)
    if state.tables.pseudo_royals:
        state.royal_attacked = is_in_danger(state, state.side)


def unmake_null(state):
    """Take back a null move."""
    return_turn(state)
    _recall(state, state.stack + state.ply)


def _remember(state, undo, move):
    """Store the state that `_recall` restores."""
    undo.move = move
    undo.taken_count = 0
    undo.change_count = 0
    undo.pinned = state.pinned
    memcpy(undo.part_keys, state.part_keys, cython.sizeof(undo.part_keys))
    undo.halfmove = state.halfmove
    undo.targets = state.targets
    undo.exposed = state.exposed
    undo.royal_attacked = state.royal_attacked
    undo.needed_check = state.needed_check
    undo.loss_threatened = state.loss_threatened
    undo.checkers = state.checkers
    undo.checker = state.checker
    undo.checker_route = state.checker_route
    undo.rights = state.rights
    undo.null_move_ply = state.null_move_ply


def _recall(state, undo):
    """Restore what `_remember` stored."""
    state.pinned = undo.pinned
    memcpy(state.part_keys, undo.part_keys, cython.sizeof(undo.part_keys))
    state.halfmove = undo.halfmove
    state.targets = undo.targets
    state.exposed = undo.exposed
    state.royal_attacked = undo.royal_attacked
    state.needed_check = undo.needed_check
    state.loss_threatened = undo.loss_threatened
    state.checkers = undo.checkers
    state.checker = undo.checker
    state.checker_route = undo.checker_route
    state.rights = undo.rights
    state.null_move_ply = undo.null_move_ply


def keep_state(state, undo):
    """Restore what the move of a piece would have changed but a pass does not."""
    state.halfmove = undo.halfmove + 1
    if state.rights != undo.rights:
        _flip_rights(state, undo.rights ^ state.rights)


def capture_via(state, undo, cell):
    """Remove the piece that a move captured with its first step."""
    _lose_rights(state, state.tables.lost_by_cell[cell])
    _take(state, undo, cell)


def become_on(state, undo, cell, code):
    """Turn the piece that a move has brought to a cell into one of another code of its side.

    `unmake` turns it back, as after a promotion.
    """
    before: cython.int = state.board[cell]
    note_change(state, undo, before, cell, -1)
    _become(state, before, code)
    stand(state, code, cell, state.slot_at[cell])
    note_change(state, undo, code, cell, 1)


def put_on(state, undo, cell):
    """Put the piece that a move has removed on another cell; `lift_from` comes before `unmake`."""
    taken: cython.pointer[Taken] = cython.address(undo.taken[undo.taken_count - 1])
    colour: cython.int = taken.code >> COLOUR_SHIFT
    stand(state, taken.code, cell, taken.slot)
    state.tally[taken.code] += 1
    state.alive[colour] += 1
    state.pieces[colour] += is_piece(state, taken.code)
    note_change(state, undo, taken.code, cell, 1)


def lift_from(state, undo, cell):
    """Undo `put_on`, without the key."""
    code: cython.int = undo.taken[undo.taken_count - 1].code
    colour: cython.int = code >> COLOUR_SHIFT
    clear(state, code, cell)
    state.cell_of[colour * SLOTS + undo.taken[undo.taken_count - 1].slot] = 0
    state.tally[code] -= 1
    state.alive[colour] -= 1
    state.pieces[colour] -= is_piece(state, code)


def _settle(state, undo, kind, to):
    """Apply the rules that few games have, after the move itself is made."""
    if kind == GATING:
        enter(state, undo)
    if state.tables.gates:
        _lose_rights(state, ~useful_rights(state, state.rights))
    if state.tables.explosions:
        undo.built_wall = 0
        if undo.taken_count and captor_explodes(state, undo.moved_code):
            _explode(state, undo, to)
    if state.tables.aiming >> (undo.moved_code & TYPE_MASK) & 1 and kind != DROP:
        _aim(state, to)
    if kind == DROP and state.tables.drops_castle:
        _gain_rights(state, to)
    if state.tables.checks and state.checkers:
        _count_check(state)
    if state.tables.pseudo_royals:
        state.royal_attacked = is_in_danger(state, state.side)
    if state.tables.mate_conditions:
        note_check(state)
    if state.tables.counting:
        count_on(state, undo, kind)


def _aim(state, to):
    """Remove the right of the enemy king if a piece has come to its rank or file."""
    king: cython.int = state.king_cell[state.side]
    if king and (king // ROW == to // ROW or king % ROW == to % ROW):
        _lose_rights(state, state.tables.unmoved_by_cell[king])


def _gain_rights(state, to):
    """Add the rights of castlings whose last piece has just been dropped on its cell."""
    us: cython.int = 1 - state.side
    castle: cython.pointer[Castle]
    i: cython.int
    for i in range(us * MAX_CASTLINGS, us * MAX_CASTLINGS + state.tables.castlings):
        castle = cython.address(state.tables.castles[i])
        if to != castle.king_from and to != castle.partner_from[0]:
            continue
        if (
            state.board[castle.king_from] == castle.king_code
            and state.board[castle.partner_from[0]] == castle.partner_code[0]
        ):
            _flip_rights(state, castle.needs & ~state.rights)


def _explode(state, undo, to):
    """Remove the pieces that explode with a capture on `to`, the capturing piece last; it may leave
    a wall.
    """
    shift: cython.int
    cell: cython.int
    for shift in range(BLAST):
        cell = blast_cell(to, shift)
        if explodes(state, cell, to):
            _take(state, undo, cell)
            _lose_rights(state, state.tables.lost_by_cell[cell])
    captor: cython.int = undo.taken[undo.taken_count - 1].code
    if state.board[to] == EMPTY and state.tables.petrifying >> (captor & TYPE_MASK) & 1:
        build(state, undo, to, 0)


def _rebuild(state, undo):
    """Put the captor that exploded, the last piece taken, back where it was; return its code."""
    undo.taken_count -= 1
    _put_back(state, cython.address(undo.taken[undo.taken_count]))
    return undo.taken[undo.taken_count].code


def _take(state, undo, cell):
    """Remove the captured piece, which stands on that cell or has its second square there."""
    code: cython.int = state.board[cell]
    colour: cython.int = code >> COLOUR_SHIFT
    slot: cython.int = state.slot_at[cell]
    taken: cython.pointer[Taken] = cython.address(undo.taken[undo.taken_count])
    if state.tables.second[code]:
        cell = state.cell_of[colour * SLOTS + slot]
    undo.taken_count += 1
    taken.code = code
    taken.cell = cell
    taken.slot = slot
    clear(state, code, cell)
    state.cell_of[colour * SLOTS + slot] = 0
    state.tally[code] -= 1
    state.alive[colour] -= 1
    state.pieces[colour] -= is_piece(state, code)
    note_change(state, undo, code, cell, -1)
    if state.tables.captures_held:
        hold(state, undo, held_code(state, code), 1)
    state.halfmove = 0


def _put_back(state, taken):
    """Undo `_take`, without the key."""
    colour: cython.int = taken.code >> COLOUR_SHIFT
    stand(state, taken.code, taken.cell, taken.slot)
    state.tally[taken.code] += 1
    state.alive[colour] += 1
    state.pieces[colour] += is_piece(state, taken.code)
    if state.tables.captures_held:
        state.hand[held_code(state, taken.code)] -= 1
        state.held[1 - colour] -= 1


def _step(state, undo, origin, to, code, new_code):
    """Put a piece that was lifted from `origin` on `to` as the code `new_code`."""
    if new_code != code:
        _become(state, code, new_code)
    stand(state, new_code, to, state.slot_at[origin])
    note_change(state, undo, code, origin, -1)
    note_change(state, undo, new_code, to, 1)
    if code & TYPE_MASK == state.tables.king_type:
        state.king_cell[code >> COLOUR_SHIFT] = to


def _become(state, code, other):
    """Count one piece of a code as another code."""
    colour: cython.int = code >> COLOUR_SHIFT
    state.tally[code] -= 1
    state.tally[other] += 1
    state.pieces[colour] += is_piece(state, other) - is_piece(state, code)


def _count_check(state):
    """Count a check given to the side to move by the last move."""
    them: cython.int = 1 - state.side
    keys: cython.p_ulonglong = state.tables.check_keys + them * CHECK_KEYS
    state.hash_key ^= keys[state.checks_left[them]] ^ keys[state.checks_left[them] - 1]
    state.checks_left[them] -= 1


def _lose_rights(state, lost):
    """Remove rights, given as bits."""
    if lost & state.rights:
        _flip_rights(state, lost & state.rights)


def _flip_rights(state, changed):
    """Remove rights, given as bits, or add them."""
    bit: cython.int
    state.rights ^= changed
    for bit in range(state.tables.rights):
        if changed >> bit & 1:
            state.hash_key ^= state.tables.right_keys[bit]
