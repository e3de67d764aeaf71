"""Consistency of a position: piece lists, board, hands and hash key must agree after every move."""

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK
from cython.cimports.amalthea.engine.core.position import PARTS
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    CODES,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import CHECK_KEYS
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked
from cython.cimports.amalthea.engine.pieces.moves.drops import hand_key
from cython.cimports.amalthea.engine.pieces.moves.en_passant import targets_key
from cython.cimports.amalthea.engine.pieces.moves.permission import is_in_danger
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    is_blocked,
    is_piece,
    part_of,
    traded_key,
    wall_key,
)
from cython.cimports.amalthea.engine.pieces.moves.waiting import waiting_key
from cython.cimports.libc.string import memcmp, memset


def is_consistent(state):
    """Return True if all data that is updated by moves agrees with the board."""
    key: cython.ulonglong = _other_keys(state)
    part_keys: cython.ulonglong[PARTS]
    colour: cython.int
    slot: cython.int
    cell: cython.int
    code: cython.int
    alive: cython.int
    pieces: cython.int
    listed: cython.int = 0
    on_board: cython.int = 0
    memset(part_keys, 0, cython.sizeof(part_keys))
    for colour in range(2):
        alive = 0
        pieces = 0
        for slot in range(state.slots[colour]):
            cell = state.cell_of[colour * SLOTS + slot]
            if cell == 0:
                continue
            code = state.board[cell]
            if state.slot_at[cell] != slot or code >> COLOUR_SHIFT != colour:
                return False
            if state.tables.second[code]:
                on_board -= 1
                if state.board[cell + state.tables.second[code]] != code:
                    return False
            if code & TYPE_MASK == state.tables.king_type and state.king_cell[colour] != cell:
                return False
            alive += 1
            pieces += is_piece(state, code)
            key ^= state.tables.piece_keys[code * CELLS + cell]
            part_keys[part_of(state, code)] ^= state.tables.piece_keys[code * CELLS + cell]
        if alive != state.alive[colour] or pieces != state.pieces[colour]:
            return False
        listed += alive
    for cell in range(CELLS):
        on_board += state.board[cell] != EMPTY and state.board[cell] != EDGE
    for code in range(CODES):
        listed -= state.tally[code]
        on_board -= state.tally[code]
    if memcmp(part_keys, state.part_keys, cython.sizeof(part_keys)) != 0:
        return False
    return listed == 0 and on_board == 0 and key == state.hash_key and _attacks_agree(state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _other_keys(state: PiecesState) -> cython.ulonglong:
    """Return the part of the hash key that comes from no piece on the board."""
    key: cython.ulonglong = state.tables.side_key if state.side == BLACK else 0
    bit: cython.int
    code: cython.int
    colour: cython.int
    cell: cython.int
    for cell in range(CELLS):
        if is_blocked(state, cell):
            key ^= wall_key(state, cell)
        if state.waiting[cell]:
            key ^= waiting_key(state, cell)
    for bit in range(state.tables.rights):
        if state.rights >> bit & 1:
            key ^= state.tables.right_keys[bit]
    for code in range(CODES):
        key ^= hand_key(state, code)
    for colour in range(2):
        key ^= state.tables.check_keys[colour * CHECK_KEYS + state.checks_left[colour]]
    return key ^ targets_key(state) ^ traded_key(state, state.traded_at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _attacks_agree(state: PiecesState) -> cython.bint:
    """Return True if checks, threats to pseudo-royal pieces and hand sizes are as stored."""
    king: cython.int = state.king_cell[state.side]
    code: cython.int
    in_hand: cython.int = 0
    for code in range(CODES):
        in_hand += state.hand[code]
    if in_hand != state.held[0] + state.held[1]:
        return False
    if king and (state.checkers > 0) != is_attacked(state, king, 1 - state.side):
        return False
    return state.tables.pseudo_royals == 0 or state.royal_attacked == is_in_danger(
        state, state.side
    )
