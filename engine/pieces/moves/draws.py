"""Draws by material, and the value of draws and repetitions in games that decide them.

All values are those for the side to move: 1 a win, -1 a loss, 0 a draw.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import BLACK, WHITE
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    TYPE_MASK,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    DRAWN_FOR_BLACK,
    DRAWN_FOR_MORE_PIECES,
    DRAWN_FOR_MORE_POINTS,
    DRAWN_FOR_WHITE,
)
from cython.cimports.amalthea.engine.pieces.moves.chases import chasing_sides
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, PiecesState

_BLACK_POINTS = cython.declare(cython.double, 1.5)  # given to Black for moving second, in Janggi
_MAX_CHECKS = cython.declare(cython.int, 10)  # of a side, that count as moves without progress


def draw_value(state):
    """Return the value of any draw; in some games one side wins it."""
    winner: cython.int = state.tables.drawn_for
    value: cython.int = 0  # White's
    kind: cython.int
    if winner == DRAWN_FOR_WHITE:
        value = 1
    elif winner == DRAWN_FOR_BLACK:
        value = -1
    elif winner == DRAWN_FOR_MORE_PIECES:
        value = state.alive[WHITE] - state.alive[BLACK]
        value = (value > 0) - (value < 0)
    elif winner == DRAWN_FOR_MORE_POINTS:
        for kind in range(1, state.tables.types + 1):
            more: cython.int = state.tally[kind] - state.tally[BLACK << COLOUR_SHIFT | kind]
            value += state.tables.points[kind] * more
        value = 1 if value > _BLACK_POINTS else -1
    return value if state.side == WHITE else -value


def repetition_value(state, since):
    """Return the value of repeating the position of the ply `since`."""
    value: cython.int = state.repetition_result
    if state.tables.repetition_for_white and state.side == BLACK:
        value = -value
    them: cython.bint = state.tables.perpetual_check_loses and _was_always_checked(
        state, state.ply, since
    )
    us: cython.bint = state.tables.perpetual_check_loses and _was_always_checked(
        state, state.ply - 1, since
    )
    if state.tables.chases and not (them or us):
        sides: cython.int = chasing_sides(state, since)
        them = sides >> (1 - state.side) & 1
        us = sides >> state.side & 1
    if them or us:  # gave check, or chased, with every move
        value = them - us
    return value if value else draw_value(state)


def plies_without_progress(state):
    """Return the plies without progress; if chases lose, only some checks of either side count.

    Further checks and the answers to them do not count.
    """
    if not state.tables.chases:
        return state.halfmove
    given: cython.int = 0  # to the side to move
    taken: cython.int = 0
    ply: cython.int
    for ply in range(max(1, state.ply - state.halfmove + 1), state.ply + 1):
        checked: cython.bint = (
            state.checkers > 0 if ply == state.ply else state.stack[ply].checkers > 0
        )
        if (state.ply - ply) % 2:
            taken += checked
        else:
            given += checked
    return state.halfmove - 2 * max(0, max(given, taken) - _MAX_CHECKS)


def has_dead_material(state, lone_types, same_shade_types):
    """Return True for bare kings, and for material that cannot win: a single piece of one set of
    types, or pieces of another set all on one shade.
    """
    left: cython.int = state.alive[0] + state.alive[1] - 2
    if state.held[0] or state.held[1]:
        return False
    if left == 0:
        return state.tables.bare_kings_draw
    if not state.tables.only_mate_wins:
        return False
    colour: cython.int
    slot: cython.int
    cell: cython.int
    kind: cython.int
    shades: cython.int = 0
    lone: cython.bint = left == 1
    for colour in range(2):
        for slot in range(state.slots[colour]):
            cell = state.cell_of[colour * SLOTS + slot]
            if cell == 0 or cell == state.king_cell[colour]:
                continue
            kind = state.board[cell] & TYPE_MASK
            lone = lone and lone_types >> kind & 1
            if not same_shade_types >> kind & 1:
                return lone
            shades |= 1 << (file_of(cell) + rank_of(cell)) % 2
    return shades != 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _was_always_checked(state: PiecesState, ply: cython.int, since: cython.int) -> cython.bint:
    """Return True if the side to move at a ply was in check then and before all its moves since."""
    while ply >= since:
        if ply == state.ply:
            if state.checkers == 0:
                return False
        elif state.stack[ply].checkers == 0:
            return False
        ply -= 2
    return True
