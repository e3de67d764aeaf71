"""Gating: a piece from the hand enters on the square that another piece leaves with its first move.

The move word has the cell of the entering piece as its origin. Behind a castling it enters where
the king or his partner stood; its destination is then the cell of the other of the two.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    MAX_MOVES,
    NORMAL,
    Candidate,
    Move,
    detail_of,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CASTLING,
    CELLS,
    COLOUR_SHIFT,
    DROP,
    GATING,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import MAX_CASTLINGS, Castle
from cython.cimports.amalthea.engine.pieces.moves.attacks import look_for_checks
from cython.cimports.amalthea.engine.pieces.moves.drops import put_from_hand
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOTS,
    PiecesState,
    fill,
    first_drop_slot,
)

_NONE = cython.declare(cython.int, -1)


def add_gatings(state, out, n):
    """Add the first `n` candidates again with each piece that may enter behind them."""
    i: cython.int
    castle: cython.pointer[Castle]
    most: cython.int = n
    if state.alive[state.side] >= SLOTS:
        return n
    for i in range(most):
        move: Move = out[i].move
        if type_of(move) == NORMAL:
            n = _add_entering(state, out, n, origin_of(move), to_of(move))
        elif type_of(move) == CASTLING:
            castle = cython.address(state.tables.castles[detail_of(move)])
            n = _add_entering(state, out, n, castle.king_from, castle.partner_from[0])
            n = _add_entering(state, out, n, castle.partner_from[0], castle.king_from)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_entering(
    state: PiecesState,
    out: cython.pointer[Candidate],
    n: cython.int,
    gate: cython.int,
    to: cython.int,
) -> cython.int:
    """Add the move from a gate for each piece that may enter there, while there is room."""
    kind: cython.int
    if not state.rights & state.tables.unmoved_by_cell[gate]:
        return n
    for kind in range(1, state.tables.types + 1):
        move: Move = pack(gate, to, GATING, kind)
        if n < MAX_MOVES and may_enter(state, move):
            describe_gating(state, move, out + n)
            n += 1
    return n


def may_enter(state, move):
    """Return True if the side to move holds the piece of a gating and may put it on its square.

    The square must be one that a piece leaves for the first time, and no castling piece reaches.
    """
    gate: cython.int = origin_of(move)
    code: cython.int = state.side << COLOUR_SHIFT | detail_of(move)
    index: cython.int = castling_of(state, move, state.side)
    if index != _NONE:
        castle: cython.pointer[Castle] = cython.address(state.tables.castles[index])
        if gate == castle.king_to or gate == castle.partner_to[0]:
            return False
    return (
        1 <= detail_of(move) <= state.tables.types
        and state.hand[code] > 0
        and state.alive[state.side] < SLOTS
        and (state.rights & state.tables.unmoved_by_cell[gate]) != 0
        and state.tables.droppable[code * CELLS + gate]
    )


def move_before(state, move):
    """Return the move behind which the piece of a gating enters."""
    index: cython.int = castling_of(state, move, state.side)
    if index == _NONE:
        return pack(origin_of(move), to_of(move), NORMAL, 0)
    castle: cython.pointer[Castle] = cython.address(state.tables.castles[index])
    return pack(castle.king_from, castle.king_to, CASTLING, index)


def describe_gating(state, move, out):
    """Fill a candidate for a gating; in histories it is a drop of the entering piece."""
    victim: cython.int = state.board[to_of(move)]
    first: cython.int = first_drop_slot(state, detail_of(move))
    if victim >> COLOUR_SHIFT == state.side:
        victim = 0
    fill(state, out, move, first, victim & TYPE_MASK)
    out.slot = first + state.tables.dense[origin_of(move)]


def enter(state, undo):
    """Let the piece of a gating enter, after the move that opens its gate; the turn has passed."""
    code: cython.int = (1 - state.side) << COLOUR_SHIFT | detail_of(undo.move)
    put_from_hand(state, undo, code, origin_of(undo.move))
    look_for_checks(state)


def castling_of(state, move, colour):
    """Return the index of the castling that a side's drop, castling or gating is, -1 for none.

    The rights are those before the move.
    """
    index: cython.int
    castle: cython.pointer[Castle]
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    if type_of(move) == CASTLING:
        return detail_of(move)
    if type_of(move) == DROP:
        return _NONE
    for index in range(colour * MAX_CASTLINGS, colour * MAX_CASTLINGS + state.tables.castlings):
        castle = cython.address(state.tables.castles[index])
        if state.rights & castle.needs != castle.needs or castle.needs == 0:
            continue
        if (origin == castle.king_from and to == castle.partner_from[0]) or (
            to == castle.king_from and origin == castle.partner_from[0]
        ):
            return index
    return _NONE


def useful_rights(state, rights):
    """Return rights without the useless ones, those by which nothing can ever enter or castle.

    A side whose hand is empty for good needs its rights only for castlings.
    """
    index: cython.int
    colour: cython.int
    castle: cython.pointer[Castle]
    own: cython.uint
    castling: cython.uint
    every: cython.uint = (cython.cast(cython.uint, 1) << (state.tables.rights // 2)) - 1
    if state.tables.captures_held:
        return rights
    for colour in range(2):
        own = every << (colour * (state.tables.rights // 2))
        if state.held[colour] or not rights & own:
            continue
        castling = 0
        for index in range(colour * MAX_CASTLINGS, colour * MAX_CASTLINGS + state.tables.castlings):
            castle = cython.address(state.tables.castles[index])
            stands: cython.bint = state.board[castle.partner_from[0]] == castle.partner_code[0]
            if stands and rights & castle.needs == castle.needs:
                castling |= castle.needs
        rights &= ~own | castling
    return rights
