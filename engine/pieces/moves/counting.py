"""The moves that a nearly bare side counts, as in Makruk: past a limit it is a draw.

Plies are counted from when the count begins. It begins for the side to move as soon as it is weak
enough, anew when that side is left with its king alone by a capture or a promotion, and for the
other side when it takes the last pawn with its lone king.
"""

import cython
from cython.cimports.amalthea.engine.core.position import NEVER
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    PROMOTION,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Counts
from cython.cimports.amalthea.engine.pieces.moves.state import ArmyState, Undo, count_alike


def count_on(army, undo, kind):
    """Counts a move of that kind that has just been made, the turn passed."""
    us: cython.int = army.side
    them: cython.int = 1 - us
    limit: cython.int
    pieces: cython.int = army.alive[0] + army.alive[1]
    from_pieces: cython.bint = army.tables.counts.from_pieces
    undo.counting_limit = army.counting_limit
    undo.counting_ply = army.counting_ply
    if army.counting_limit:
        army.counting_ply += 1
    if from_pieces and _takes_last_pawn(army, undo) and army.alive[them] == 1:
        limit = _limit(army, them)
        if limit:
            army.counting_limit = 2 * limit
            army.counting_ply = 2 * pieces - 1
    bared: cython.bint = army.alive[us] == 1 and (undo.takes > 0 or kind == PROMOTION)
    limit = _limit(army, us) if army.counting_limit == 0 or bared else 0
    if limit:
        army.counting_limit = 2 * limit
        army.counting_ply = 2 * pieces if from_pieces and army.alive[us] == 1 else 0
    note_count(army)


def count_back(army, undo):
    """Undoes `count_on`."""
    army.counting_limit = undo.counting_limit
    army.counting_ply = undo.counting_ply
    note_count(army)


def note_count(army):
    """Lets the search know how near the draw is."""
    limit: cython.int = army.counting_limit
    army.plies_to_counted_draw = limit + 1 - army.counting_ply if limit else NEVER


def counted_out(army):
    """Whether the count has passed its limit."""
    return army.counting_limit > 0 and army.counting_ply > army.counting_limit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _takes_last_pawn(army: ArmyState, undo: cython.pointer[Undo]) -> cython.bint:
    return (
        undo.takes > 0
        and undo.taken[0].code & TYPE_MASK == army.tables.pawn_type
        and not _has_pawns(army)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_pawns(army: ArmyState) -> cython.bint:
    pawn: cython.int = army.tables.pawn_type
    return pawn != 0 and army.tally[pawn] + army.tally[1 << COLOUR_SHIFT | pawn] > 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _limit(army: ArmyState, colour: cython.int) -> cython.int:
    """The moves that a side would have to count, 0: it does not."""
    counts: cython.pointer[Counts] = cython.address(army.tables.counts)
    i: cython.int
    other: cython.int = 1 - colour
    if army.alive[other] == 1:
        return 0
    if army.alive[colour] > 1:
        if army.alive[colour] > counts.most or (_has_pawns(army) and not counts.pawns):
            return 0
        return counts.honour
    if _has_pawns(army):
        return 0
    for i in range(counts.limits):
        if count_alike(army, other, counts.limit[i].kind) >= counts.limit[i].least:
            return counts.limit[i].moves
    return counts.bare
