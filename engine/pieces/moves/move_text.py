"""Moves as text: the squares of a move, what a piece becomes, drops and gatings."""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    NO_MOVE,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    DROP,
    GATING,
    IN_HAND,
    PROMOTION,
    TURN,
    TYPE_MASK,
    cell_at,
    cell_name,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import mark_evasions
from cython.cimports.amalthea.engine.pieces.moves.board_moves import piece_moves
from cython.cimports.amalthea.engine.pieces.moves.castling import castling_moves
from cython.cimports.amalthea.engine.pieces.moves.gating import castling_of
from cython.cimports.amalthea.engine.pieces.moves.generation import generate, is_legal
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, PiecesState

from amalthea.engine.core.variant import parse_square


def text_of(state, move):
    """Return the text of a legal move."""
    to: cython.int = to_of(move)
    if type_of(move) == DROP:
        return f"{state.tables.letters[detail_of(move)]}@{cell_name(to)}"
    if type_of(move) == GATING:
        return _gating_text(state, move)
    if type_of(move) == CASTLING:
        to = state.tables.castles[detail_of(move)].written_to
    squares: str = cell_name(origin_of(move)) + cell_name(to)
    if type_of(move) != PROMOTION and type_of(move) != TURN:
        return squares
    return squares + sign_of(state, state.board[origin_of(move)], detail_of(move))


def sign_of(state, code, becomes):
    """Return the suffix of a move's text by which a piece becomes another: "+", "-" or a letter."""
    letter: str = state.tables.letters[becomes]
    if letter[0] == "+":
        return "+"
    before: str = state.tables.letters[code]
    if before.upper() == f"+{letter.upper()}":
        return "-"
    return letter.removesuffix("~").lower()


def find(state, text):
    """Return the legal move of a text, NO_MOVE if there is none.

    A castling is also found by the king's two squares, but plain moves of the king come first.
    """
    move: Move
    slot: cython.int
    cell: cython.int
    i: cython.int
    n: cython.int
    if "@" in text:
        return _drop_of(state, text)
    if state.checkers == 1:
        mark_evasions(state)
    for slot in range(0 if state.ended else state.slots[state.side]):
        cell = state.cell_of[state.side * SLOTS + slot]
        if cell == 0 or not text.startswith(cell_name(cell)):
            continue
        n = piece_moves(state, slot, state.scratch, 0, ALL_MOVES)
        castles: cython.bint = state.tables.castling_kinds >> (state.board[cell] & TYPE_MASK) & 1
        if castles and state.rights and state.checkers == 0:
            n = castling_moves(state, state.scratch, n)
        for i in range(n):
            move = state.scratch[i].move
            if text_of(state, move) == text or (
                type_of(move) == CASTLING and cell_name(cell) + cell_name(to_of(move)) == text
            ):
                unrestricted: cython.bint = (
                    not state.tables.has_move_restrictions and not state.tables.drops_first
                )
                return move if unrestricted or is_legal(state, move) else NO_MOVE
    return _gating_of(state, text)


@cython.cfunc
def _gating_text(state: PiecesState, move: Move) -> str:
    """Return the text of a gating: that of the move that opens the gate, and the piece's letter.

    Behind a castling, a piece that enters on the partner's square is written as a move of the
    partner to the king's square.
    """
    to: cython.int = to_of(move)
    index: cython.int = castling_of(state, move, state.side)
    if index >= 0 and origin_of(move) == state.tables.castles[index].king_from:
        to = state.tables.castles[index].written_to
    letter: str = state.tables.letters[detail_of(move)]
    return cell_name(origin_of(move)) + cell_name(to) + letter.lower()


@cython.cfunc
def _gating_of(state: PiecesState, text: str) -> Move:
    """Return the legal gating of a text, or NO_MOVE."""
    i: cython.int
    if not state.tables.gates:
        return NO_MOVE
    n: cython.int = generate(state, state.scratch, ALL_MOVES)
    for i in range(n):
        move: Move = state.scratch[i].move
        if type_of(move) == GATING and _gating_text(state, move) == text:
            return move
    return NO_MOVE


@cython.cfunc
def _drop_of(state: PiecesState, text: str) -> Move:
    """Return the legal drop of a text, its letter in either case, or NO_MOVE."""
    letter, _, name = text.partition("@")
    square = parse_square(name)
    kind: cython.int = state.tables.code_of_letter.get(letter.upper(), 0)
    if not square or square[0] >= state.variant.files or square[1] >= state.variant.ranks:
        return NO_MOVE
    move: Move = pack(IN_HAND, cell_at(square[0], square[1]), DROP, kind)
    return move if kind and is_legal(state, move) else NO_MOVE
