"""Counting rules, as in Makruk: a nearly bare side draws once its moves exceed a limit.

Plies are counted from the beginning of the count. It begins for the side to move as soon as that
side is weak enough, again when a capture or a promotion leaves it with its king alone, and for the
other side when its lone king captures the last pawn.
"""

import cython
from cython.cimports.amalthea.engine.core.position import NEVER
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    PROMOTION,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Counts
from cython.cimports.amalthea.engine.pieces.moves.state import PiecesState, Undo, count_alike


def count_on(state, undo, kind):
    """Count a move of that kind that has just been made; called after the turn has passed."""
    us: cython.int = state.side
    them: cython.int = 1 - us
    limit: cython.int
    pieces: cython.int = state.alive[0] + state.alive[1]
    from_pieces: cython.bint = state.tables.counts.from_pieces
    undo.counting_limit = state.counting_limit
    undo.counting_ply = state.counting_ply
    if state.counting_limit:
        state.counting_ply += 1
    if from_pieces and _takes_last_pawn(state, undo) and state.alive[them] == 1:
        limit = _limit(state, them)
        if limit:
            state.counting_limit = 2 * limit
            state.counting_ply = 2 * pieces - 1
    bared: cython.bint = state.alive[us] == 1 and (undo.taken_count > 0 or kind == PROMOTION)
    limit = _limit(state, us) if state.counting_limit == 0 or bared else 0
    if limit:
        state.counting_limit = 2 * limit
        state.counting_ply = 2 * pieces if from_pieces and state.alive[us] == 1 else 0
    note_count(state)


def count_back(state, undo):
    """Undo `count_on`."""
    state.counting_limit = undo.counting_limit
    state.counting_ply = undo.counting_ply
    note_count(state)


def note_count(state):
    """Record for the search how near the draw is."""
    limit: cython.int = state.counting_limit
    state.plies_to_counted_draw = limit + 1 - state.counting_ply if limit else NEVER


def is_counted_out(state):
    """Return True if the count has passed its limit."""
    return state.counting_limit > 0 and state.counting_ply > state.counting_limit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _takes_last_pawn(state: PiecesState, undo: cython.pointer[Undo]) -> cython.bint:
    return (
        undo.taken_count > 0
        and undo.taken[0].code & TYPE_MASK == state.tables.pawn_type
        and not _has_pawns(state)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_pawns(state: PiecesState) -> cython.bint:
    pawn: cython.int = state.tables.pawn_type
    return pawn != 0 and state.tally[pawn] + state.tally[1 << COLOUR_SHIFT | pawn] > 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _limit(state: PiecesState, colour: cython.int) -> cython.int:
    """Return the moves that a side would have to count, 0 for a side that does not count."""
    counts: cython.pointer[Counts] = cython.address(state.tables.counts)
    i: cython.int
    other: cython.int = 1 - colour
    if state.alive[other] == 1:
        return 0
    if state.alive[colour] > 1:
        if state.alive[colour] > counts.most or (_has_pawns(state) and not counts.pawns):
            return 0
        return counts.few_pieces
    if _has_pawns(state):
        return 0
    for i in range(counts.limits):
        if count_alike(state, other, counts.limit[i].kind) >= counts.limit[i].least:
            return counts.limit[i].moves
    return counts.bare
