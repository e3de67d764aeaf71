"""What must be so after every move: the lists, the board, the hands and the key tell the same."""

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
from cython.cimports.amalthea.engine.pieces.moves.attacks import attacked
from cython.cimports.amalthea.engine.pieces.moves.drops import hand_key
from cython.cimports.amalthea.engine.pieces.moves.en_passant import targets_key
from cython.cimports.amalthea.engine.pieces.moves.permission import in_danger
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, ArmyState, is_piece, part_of
from cython.cimports.libc.string import memcmp, memset


def is_consistent(army):
    """Whether all that is kept from move to move is what the board says."""
    key: cython.ulonglong = army.blocked_key ^ _other_keys(army)
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
        for slot in range(army.slots[colour]):
            cell = army.cell_of[colour * SLOTS + slot]
            if cell == 0:
                continue
            code = army.board[cell]
            if army.slot_at[cell] != slot or code >> COLOUR_SHIFT != colour:
                return False
            if army.tables.second[code]:
                on_board -= 1
                if army.board[cell + army.tables.second[code]] != code:
                    return False
            if code & TYPE_MASK == army.tables.king_type and army.king_cell[colour] != cell:
                return False
            alive += 1
            pieces += is_piece(army, code)
            key ^= army.tables.piece_keys[code * CELLS + cell]
            part_keys[part_of(army, code)] ^= army.tables.piece_keys[code * CELLS + cell]
        if alive != army.alive[colour] or pieces != army.pieces[colour]:
            return False
        listed += alive
    for cell in range(CELLS):
        on_board += army.board[cell] != EMPTY and army.board[cell] != EDGE
    for code in range(CODES):
        listed -= army.tally[code]
        on_board -= army.tally[code]
    if memcmp(part_keys, army.part_keys, cython.sizeof(part_keys)) != 0:
        return False
    return listed == 0 and on_board == 0 and key == army.hash_key and _attacks_agree(army)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _other_keys(army: ArmyState) -> cython.ulonglong:
    """The part of the key that no piece on the board has."""
    key: cython.ulonglong = army.tables.side_key if army.side == BLACK else 0
    bit: cython.int
    code: cython.int
    colour: cython.int
    for bit in range(army.tables.rights):
        if army.rights >> bit & 1:
            key ^= army.tables.right_keys[bit]
    for code in range(CODES):
        key ^= hand_key(army, code)
    for colour in range(2):
        key ^= army.tables.check_keys[colour * CHECK_KEYS + army.checks_left[colour]]
    return key ^ targets_key(army)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _attacks_agree(army: ArmyState) -> cython.bint:
    """Whether checks, threats to pseudo-royal pieces and the sizes of hands are as noted."""
    king: cython.int = army.king_cell[army.side]
    code: cython.int
    in_hand: cython.int = 0
    for code in range(CODES):
        in_hand += army.hand[code]
    if in_hand != army.held[0] + army.held[1]:
        return False
    if king and (army.checkers > 0) != attacked(army, king, 1 - army.side):
        return False
    return army.tables.pseudo_royals == 0 or army.royal_attacked == in_danger(army, army.side)
