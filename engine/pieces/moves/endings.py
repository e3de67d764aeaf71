"""Ends of the game besides checkmate: extinction, goals, counted checks.

The game is over in that very position: `verdict` holds the winner, `ended` the reason.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    BLACK,
    NO_MOVE,
    NORMAL,
    TACTICAL,
    WHITE,
    Move,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    TYPE_MASK,
    UNMOVED,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    MAX_GOALS,
    Extinct,
    Span,
    Stop,
    Target,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import (
    is_attacked,
    is_king_safe_after,
    kings_face,
)
from cython.cimports.amalthea.engine.pieces.moves.board_moves import has_board_move
from cython.cimports.amalthea.engine.pieces.moves.draws import draw_value
from cython.cimports.amalthea.engine.pieces.moves.lines import look_for_chain, look_for_line
from cython.cimports.amalthea.engine.pieces.moves.permission import is_permitted
from cython.cimports.amalthea.engine.pieces.moves.state import (
    ARRIVED,
    BARED,
    CHECKED,
    EXTINCT,
    FACED,
    FULL,
    PASSED,
    REPEATED,
    PiecesState,
    Undo,
    count_alike,
    counts_as,
)


def look_for_end(state):
    """Record whether the position ends the game; the side to move has not moved yet."""
    us: cython.int = state.side
    them: cython.int = 1 - us
    if _look_for_extinction(state, them) or _look_for_extinction(state, us):
        return
    if state.tables.goals:
        _look_for_goals(state)
    if not state.ended and state.tables.checks and state.checks_left[them] == 0:
        state.ended = CHECKED
        state.verdict = -1
    if not state.ended and state.tables.rows:
        look_for_line(state)
    if not state.ended and state.tables.chains:
        look_for_chain(state)
    if not state.ended and state.tables.back_and_forth_loses and _goes_back_and_forth(state):
        state.ended = REPEATED
        state.verdict = 1
    if not state.ended and _is_pass(state, 1):
        if state.tables.facing_ends and kings_face(state):
            state.ended = FACED
            state.verdict = draw_value(state)
        elif _is_pass(state, 2):
            state.ended = PASSED
            state.verdict = draw_value(state)
    if not state.ended and state.tables.full_board_ends and _is_full(state):
        state.ended = FULL
        state.verdict = draw_value(state)
    if not state.ended and state.tables.citadels and _is_in_citadel(state):
        state.ended = ARRIVED
        state.verdict = draw_value(state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_in_citadel(state: PiecesState) -> cython.bint:
    """Return True if a piece that draws the game there stands in the enemy's citadel."""
    i: cython.int
    for i in range(state.tables.citadel_cells):
        code: cython.int = state.board[state.tables.citadel_cell[i]]
        if (
            code == EMPTY
            or code == EDGE
            or not state.tables.citadel_types >> (code & TYPE_MASK) & 1
        ):
            continue
        if state.tables.citadel_of[i] >> (1 - (code >> COLOUR_SHIFT)) & 1:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_full(state: PiecesState) -> cython.bint:
    """Return True if no cell of the board is empty."""
    i: cython.int
    for i in range(state.tables.cells):
        if state.board[state.tables.cell_list[i]] == EMPTY:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _goes_back_and_forth(state: PiecesState) -> cython.bint:
    """Return True if the last move repeats those of one piece between two squares.

    The piece came to a square, left it and came back twice, without a check to answer. The side may
    have passed before the last of these moves.
    """
    last: cython.pointer[Undo] = state.stack + state.ply - 1
    first: cython.int = 9 if not _is_pass(state, 3) else 11  # so many plies ago it came there
    i: cython.int
    if state.halfmove < first - 1 or state.ply < first or type_of(last.move) != NORMAL:
        return False
    us: cython.int = 1 - state.side
    away: cython.int = origin_of(last.move)
    home: cython.int = to_of(last.move)
    if away == home or not state.tables.roaming[us] >> (state.board[home] & TYPE_MASK) & 1:
        return False
    moved: cython.pointer[Undo]
    forth: cython.bint = False
    for i in range(1, first + 1, 2):
        moved = state.stack + state.ply - i
        if moved.checkers and i <= state.halfmove:
            return False
        if i == 1 or (i == 3 and first == 11):
            continue
        if i == first:
            return moved.taken_count == 0 and to_of(moved.move) == home
        forth = not forth
        if moved.move != pack(home if forth else away, away if forth else home, NORMAL, 0):
            return False
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_pass(state: PiecesState, plies: cython.int) -> cython.bint:
    """Return True if the move some plies ago (1 is the last one) was a pass of the game itself.

    A lion's move there and back is not a pass.
    """
    if state.ply < plies:
        return False
    move: Move = state.stack[state.ply - plies].move
    return move != NO_MOVE and move == pack(origin_of(move), origin_of(move), NORMAL, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_for_extinction(state: PiecesState, colour: cython.int) -> cython.bint:
    """Record and return whether a side has too few of the pieces that it must keep."""
    extinct: cython.pointer[Extinct]
    i: cython.int
    for i in range(state.tables.extinctions):
        extinct = cython.address(state.tables.extinct[i])
        against: cython.int = extinct.against
        if extinct.claim and colour == state.side:
            against += 1
        if (
            count_of(state, colour, extinct.kind) <= extinct.left
            and count_of(state, 1 - colour, extinct.kind) >= against
        ):
            state.ended = BARED if extinct.kind == 0 and extinct.left == 1 else EXTINCT
            state.verdict = extinct.value if colour == state.side else -extinct.value
            return True
    return False


def count_of(state, colour, kind):
    """Return the number of a side's pieces of a type, 0 for all types, with those in hand."""
    if kind == 0:
        return state.alive[colour] + state.held[colour]
    return count_alike(state, colour, kind) + state.hand[colour << COLOUR_SHIFT | kind]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_for_goals(state: PiecesState) -> cython.void:
    """Record whether a side has reached a goal: the last mover, or White before it."""
    us: cython.int = state.side
    them: cython.int = 1 - us
    king: cython.int = state.king_cell[us]
    goal: cython.pointer[Target]
    i: cython.int
    for i in range(state.tables.goals):
        goal = cython.address(state.tables.goal[us * MAX_GOALS + i])
        if (goal.answered or goal.held or goal.safe) and _has_reached(state, us, goal):
            state.ended = ARRIVED
            state.verdict = 1
            both: cython.bint = (goal.answered and us == WHITE) or (goal.safe and not goal.held)
            goal = cython.address(state.tables.goal[them * MAX_GOALS + i])
            if both and _has_reached(state, them, goal):
                state.verdict = 0
            return
    for i in range(state.tables.goals):
        goal = cython.address(state.tables.goal[them * MAX_GOALS + i])
        if _has_reached(state, them, goal):
            if goal.held and not goal.safe:
                continue
            goal = cython.address(state.tables.goal[us * MAX_GOALS + i])
            if goal.answered and us == BLACK and king and may_arrive(state, king, goal):
                continue
            state.ended = ARRIVED
            state.verdict = -1
            return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_reached(
    state: PiecesState, colour: cython.int, goal: cython.pointer[Target]
) -> cython.bint:
    """Return True if enough of a side's pieces stand on its goal.

    On a safe goal none of exactly `count` pieces may be attacked. If they must also hold it, they
    need not be safe any more after the other side's move.
    """
    code: cython.int
    there: cython.int = 0
    room: cython.int = 0
    attacks: cython.int = 0
    i: cython.int
    safely: cython.bint = goal.safe and not (goal.held and colour == state.side)
    for i in range(goal.cells):
        code = state.board[goal.cell[i]]
        room += code == EMPTY
        if code == EMPTY or code >> COLOUR_SHIFT != colour:
            continue
        code &= TYPE_MASK
        if goal.kind == 0 or counts_as(state, code, goal.kind):
            there += 1
            attacks += safely and is_attacked(state, goal.cell[i], 1 - colour)
    if there < goal.count and not (goal.filled and there and room == 0):
        return False
    return attacks == 0 or there != goal.count


def may_arrive(state, origin, goal):
    """Return True if a piece can reach a goal by an ordinary move, which is legal if it is a king.

    origin: the piece's cell. goal: one of its side's goals, NULL for any of them.
    """
    code: cython.uchar = state.board[origin]
    us: cython.int = code >> COLOUR_SHIFT
    is_king: cython.bint = code & TYPE_MASK == state.tables.king_type
    refused: cython.int = 0 if state.rights & state.tables.unmoved_by_cell[origin] else UNMOVED
    span: cython.pointer[Span] = cython.address(state.tables.moves[code * CELLS + origin])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    occupant: cython.int
    while stop < end:
        occupant = state.board[stop.to]
        if (
            state.tables.is_goal[us * CELLS + stop.to]
            and stop.flags & (CAN_MOVE if occupant == EMPTY else CAN_CAPTURE)
            and not stop.flags & refused
            and (occupant == EMPTY or occupant >> COLOUR_SHIFT == 1 - us)
            and (goal == cython.NULL or _has_cell(goal, stop.to))
            and (not is_king or _may_go(state, origin, stop.to))
        ):
            return True
        stop += 1 if occupant == EMPTY else stop.skip
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_cell(goal: cython.pointer[Target], cell: cython.int) -> cython.bint:
    """Return True if a cell is one of a goal's."""
    i: cython.int
    for i in range(goal.cells):
        if goal.cell[i] == cell:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_go(state: PiecesState, origin: cython.int, to: cython.int) -> cython.bint:
    """Return True if an ordinary move of the royal piece is legal."""
    if not is_king_safe_after(state, origin, to, to) or not is_permitted(
        state, pack(origin, to, NORMAL, 0)
    ):
        return False
    captures: cython.bint = state.board[to] != EMPTY
    return captures or not state.tables.forced_capture or not has_board_move(state, TACTICAL)
