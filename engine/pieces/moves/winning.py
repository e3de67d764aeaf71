"""Moves that win at once otherwise than by mate: to a goal, by the last check, or by extinction.

The search asks for them at every node, so what cannot win is ruled out before moves are generated.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    MAX_MOVES,
    NO_MOVE,
    TACTICAL,
    Candidate,
    Move,
    to_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    TYPE_MASK,
    Types,
    type_bit,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Extinct
from cython.cimports.amalthea.engine.pieces.moves.endings import count_of, look_for_end, may_arrive
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, PiecesState


def winning_move(state):
    """Return a move that ends the game with a win, NO_MOVE if none is found.

    Checks by another piece than the moved one and explosions are not found.
    """
    us: cython.int = state.side
    if not state.tables.has_ends or state.ended:
        return NO_MOVE
    last_check: cython.bint = state.tables.checks > 0 and state.checks_left[us] == 1
    arrives: cython.bint = state.tables.goals > 0 and _one_may_arrive(state, us, True)
    last: Types = _last_ones(state, 1 - us) if state.tables.extinctions else 0
    if not (last_check or arrives or last):
        return NO_MOVE
    candidates: Candidate[MAX_MOVES]
    move: Move
    victim: cython.int
    i: cython.int
    for i in range(state.generate(candidates, ALL_MOVES if last_check or arrives else TACTICAL)):
        move = candidates[i].move
        victim = candidates[i].victim
        if (
            (last and victim and last >> victim & 1)
            or (arrives and state.tables.is_goal[us * CELLS + to_of(move)])
            or (last_check and state.gives_check(move))
        ) and _wins(state, move):
            return move
    return NO_MOVE


def look_for_end_and_threat(state):
    """Record whether the game has ended, or threatens to end."""
    look_for_end(state)
    look_for_threat(state)


def look_for_threat(state):
    """Record whether another piece than a king is one move from its goal.

    Kings on their way, and attacks on the last piece of a type, are not treated likewise: a search
    of all replies to them lost more games than it won.
    """
    state.loss_threatened = (
        state.tables.goals > 0 and not state.ended and _one_may_arrive(state, 1 - state.side, False)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _last_ones(state: PiecesState, colour: cython.int) -> Types:
    """Return the types of which a side loses the game by the loss of one more piece."""
    extinct: cython.pointer[Extinct]
    found: Types = 0
    i: cython.int
    for i in range(state.tables.extinctions):
        extinct = cython.address(state.tables.extinct[i])
        if extinct.value < 0 and count_of(state, colour, extinct.kind) == extinct.left + 1:
            if extinct.kind == 0:
                return ~cython.cast(Types, 0)
            found |= type_bit(extinct.kind)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _one_may_arrive(state: PiecesState, us: cython.int, kings: cython.bint) -> cython.bint:
    """Return True if a piece that wins by arriving can reach its goal by an ordinary move.

    kings: count kings, too.
    """
    cell: cython.int
    kind: cython.int
    slot: cython.int
    for slot in range(state.slots[us]):
        cell = state.cell_of[us * SLOTS + slot]
        kind = state.board[cell] & TYPE_MASK
        if cell == 0 or not state.tables.arrives[kind]:
            continue
        if (kings or kind != state.tables.king_type) and may_arrive(state, cell, cython.NULL):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wins(state: PiecesState, move: Move) -> cython.bint:
    """Return True if the game is won after a legal move."""
    state.make(move)
    won: cython.bint = state.verdict < 0
    state.unmake()
    return won
