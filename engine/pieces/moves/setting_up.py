"""Setting up of a position: pieces, hands, rights, en passant targets and counts of a FEN."""

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK, WHITE
from cython.cimports.amalthea.engine.core.position import PARTS
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
    cell_at,
    cell_name,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import CHECK_KEYS
from cython.cimports.amalthea.engine.pieces.moves.attacks import (
    is_attacked,
    is_endangered,
    look_for_checks,
)
from cython.cimports.amalthea.engine.pieces.moves.counting import note_count
from cython.cimports.amalthea.engine.pieces.moves.drops import hand_key
from cython.cimports.amalthea.engine.pieces.moves.en_passant import count_targets
from cython.cimports.amalthea.engine.pieces.moves.gating import useful_rights
from cython.cimports.amalthea.engine.pieces.moves.mate_conditions import note_check
from cython.cimports.amalthea.engine.pieces.moves.permission import is_in_danger
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    flip_keys,
    is_piece,
    stand,
    wall_key,
)
from cython.cimports.amalthea.engine.pieces.moves.winning import look_for_end_and_threat
from cython.cimports.libc.string import memset

from amalthea.engine.errors import ExposedKing


def set_up(state, setup):
    """Set up another position with the same blocked squares. Raises FenError."""
    _wipe(state)
    state.remarks = list(setup.remarks)
    rank: cython.int
    file: cython.int
    colour: cython.int
    code: cython.int
    bit: cython.int
    memset(state.board, EDGE, CELLS)
    for rank in range(state.variant.ranks):
        for file in range(state.variant.files):
            state.board[cell_at(file, rank)] = EMPTY
    state.hash_key = 0
    for file, rank in setup.blocked:
        state.board[cell_at(file, rank)] = EDGE
        state.hash_key ^= wall_key(state, cell_at(file, rank))
    state.parts = PARTS
    memset(state.part_keys, 0, cython.sizeof(state.part_keys))
    codes: cython.uchar[CELLS]
    memset(codes, 0, CELLS)
    for (file, rank), letter in setup.pieces.items():
        codes[cell_at(file, rank)] = state.tables.code_of_letter[letter]
    for pawns in (False, True):  # behind all other pieces
        for rank in range(state.variant.ranks):
            for file in range(state.variant.files):
                code = codes[cell_at(file, rank)]
                if code and (code & TYPE_MASK == state.tables.pawn_type) == pawns:
                    _put(state, code, cell_at(file, rank))
    state.start_history(BLACK if setup.side == "b" else WHITE, setup.halfmove, setup.fullmove)
    _fill_hands(state, setup.hands)
    state.rights = setup.rights
    if state.tables.gates:
        state.rights = useful_rights(state, setup.rights)
    for bit in range(state.tables.rights):
        if state.rights >> bit & 1:
            state.hash_key ^= state.tables.right_keys[bit]
    for colour in range(2):
        for slot in range(state.slots[colour]):
            place: cython.int = state.cell_of[colour * SLOTS + slot]
            flip_keys(state, state.board[place], place)
    if state.side == BLACK:
        state.hash_key ^= state.tables.side_key
    _check_king(state)
    _set_up_state(state, setup)


def _set_up_state(state, setup):
    """Set up everything but the pieces on their squares."""
    colour: cython.int
    look_for_checks(state)
    if state.tables.pseudo_royals:
        state.royal_attacked = is_in_danger(state, state.side)
    if state.tables.mate_conditions:
        note_check(state)
    if setup.passer:
        state.targets.passer = cell_at(setup.passer[0], setup.passer[1])
        for bit, (file, rank) in enumerate(setup.targets):
            state.targets.cell[bit] = cell_at(file, rank)
        count_targets(state)
    for colour in range(2):
        state.checks_left[colour] = setup.checks[colour]
        state.hash_key ^= state.tables.check_keys[colour * CHECK_KEYS + setup.checks[colour]]
    if setup.counting:
        state.counting_limit, state.counting_ply = setup.counting, setup.halfmove
        state.halfmove = 0
    note_count(state)
    if state.tables.has_ends:
        look_for_end_and_threat(state)


def _fill_hands(state, hands):
    """Fill both hands, given by letter."""
    code: cython.int
    for letter, many in hands.items():
        code = state.tables.code_of_letter[letter]
        state.hand[code] = many
        state.held[code >> COLOUR_SHIFT] += many
        state.hash_key ^= hand_key(state, code)


def _wipe(state):
    """Remove all pieces and the history."""
    colour: cython.int
    for colour in range(2):
        state.slots[colour] = 0
        state.first_pawn_slot[colour] = 0
        state.alive[colour] = 0
        state.pieces[colour] = 0
        state.held[colour] = 0
    memset(state.hand, 0, cython.sizeof(state.hand))
    memset(state.tally, 0, cython.sizeof(state.tally))
    memset(cython.address(state.targets), 0, cython.sizeof(state.targets))
    state.ended = 0
    state.royal_attacked = state.needed_check = state.loss_threatened = False
    state.counting_limit = state.counting_ply = 0
    state.verdict = 0
    state.king_cell[0] = state.king_cell[1] = 0


def _put(state, code, cell):
    """Place a piece in the next slot, without the hash key."""
    colour: cython.int = code >> COLOUR_SHIFT
    stand(state, code, cell, state.slots[colour])
    state.slots[colour] += 1
    fore: cython.bint = is_piece(state, code) or code & TYPE_MASK == state.tables.king_type
    if fore and not (state.tables.drops or state.tables.flips):  # pawns may then be in any slot
        state.first_pawn_slot[colour] = state.slots[colour]
    state.tally[code] += 1
    state.alive[colour] += 1
    state.pieces[colour] += is_piece(state, code)
    if code & TYPE_MASK == state.tables.king_type:
        state.king_cell[colour] = cell


def _check_king(state):
    """Raise ExposedKing if the side to move could capture the enemy king."""
    king: cython.int = state.king_cell[1 - state.side]
    if king and is_endangered(state, king, state.side):
        if not is_attacked(state, king, state.side):
            raise ExposedKing("the kings face each other")
        side = "wb"[state.side]
        raise ExposedKing(f"the king on {cell_name(king)} is in check but {side!r} is to move")
