"""Ends of the game besides checkmate: pieces that have died out, goals reached, checks counted.

The game is over in that very position: `verdict` says for whom, `ended` how.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import (
    BLACK,
    NO_MOVE,
    NORMAL,
    WHITE,
    Move,
    origin_of,
    pack,
    to_of,
    type_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    EMPTY,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    CAN_CAPTURE,
    CAN_MOVE,
    CHECK_KEYS,
    MAX_GOALS,
    UNMOVED,
    Extinct,
    Span,
    Stop,
    Target,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import attacked, safe_after
from cython.cimports.amalthea.engine.pieces.moves.draws import draw_value
from cython.cimports.amalthea.engine.pieces.moves.generation import may_play
from cython.cimports.amalthea.engine.pieces.moves.lines import look_for_line
from cython.cimports.amalthea.engine.pieces.moves.state import (
    ARRIVED,
    BARED,
    CHECKED,
    EXTINCT,
    PASSED,
    ArmyState,
    count_alike,
)


def look_for_end(army):
    """Notes whether the position is an end; the side to move has not moved yet."""
    us: cython.int = army.side
    them: cython.int = 1 - us
    if _look_for_extinction(army, them) or _look_for_extinction(army, us):
        return
    if army.tables.goals:
        _look_for_goals(army)
    if not army.ended and army.tables.checks and army.checks_left[them] == 0:
        army.ended = CHECKED
        army.verdict = -1
    if not army.ended and army.tables.rows:
        look_for_line(army)
    if not army.ended and _is_pass(army, 1) and _is_pass(army, 2):
        army.ended = PASSED
        army.verdict = draw_value(army)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_pass(army: ArmyState, plies: cython.int) -> cython.bint:
    """Whether the move so many plies ago, 1 for the last one, was a pass of the game itself."""
    if army.ply < plies:
        return False
    move: Move = army.stack[army.ply - plies].move
    return move != NO_MOVE and type_of(move) == NORMAL and origin_of(move) == to_of(move)


def count_check(army):
    """The side to move has been given check by the move just made."""
    _change_checks(army, 1 - army.side, -1)


def discount_check(army):
    """Undoes `count_check`, the key apart; before the turn is given back."""
    army.checks_left[1 - army.side] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _change_checks(army: ArmyState, colour: cython.int, by: cython.int) -> cython.void:
    first: cython.int = colour * CHECK_KEYS
    army.hash_key ^= army.tables.check_keys[first + army.checks_left[colour]]
    army.checks_left[colour] += by
    army.hash_key ^= army.tables.check_keys[first + army.checks_left[colour]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_for_extinction(army: ArmyState, colour: cython.int) -> cython.bint:
    """Notes whether a side has too few of what it must keep."""
    extinct: cython.pointer[Extinct]
    i: cython.int
    for i in range(army.tables.extinctions):
        extinct = cython.address(army.tables.extinct[i])
        against: cython.int = extinct.against
        if extinct.claim and colour == army.side:
            against += 1
        if (
            _count(army, colour, extinct.kind) <= extinct.left
            and _count(army, 1 - colour, extinct.kind) >= against
        ):
            army.ended = BARED if extinct.kind == 0 and extinct.left == 1 else EXTINCT
            army.verdict = extinct.value if colour == army.side else -extinct.value
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(army: ArmyState, colour: cython.int, kind: cython.int) -> cython.int:
    """How many pieces of a type a side has, of all types for 0."""
    return count_alike(army, colour, kind) if kind else army.alive[colour]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_for_goals(army: ArmyState) -> cython.void:
    """Notes whether a side has reached a goal: the one that has just moved, or White before it."""
    us: cython.int = army.side
    them: cython.int = 1 - us
    goal: cython.pointer[Target]
    i: cython.int
    for i in range(army.tables.goals):
        goal = cython.address(army.tables.goal[us * MAX_GOALS + i])
        if (goal.answered or goal.held or goal.safe) and _reached(army, us, goal):
            army.ended = ARRIVED
            army.verdict = 1
            both: cython.bint = (goal.answered and us == WHITE) or (goal.safe and not goal.held)
            goal = cython.address(army.tables.goal[them * MAX_GOALS + i])
            if both and _reached(army, them, goal):
                army.verdict = 0
            return
    for i in range(army.tables.goals):
        goal = cython.address(army.tables.goal[them * MAX_GOALS + i])
        if _reached(army, them, goal):
            if goal.held and not goal.safe:
                continue
            if goal.answered and us == BLACK and _follows(army, i):
                continue
            army.ended = ARRIVED
            army.verdict = -1
            return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reached(army: ArmyState, colour: cython.int, goal: cython.pointer[Target]) -> cython.bint:
    """Whether enough of a side's pieces stand on its goal."""
    code: cython.int
    there: cython.int = 0
    room: cython.int = 0
    attacks: cython.int = 0
    i: cython.int
    safely: cython.bint = goal.safe and not (goal.held and colour == army.side)
    for i in range(goal.cells):
        code = army.board[goal.cell[i]]
        room += code == EMPTY
        if code == EMPTY or code >> COLOUR_SHIFT != colour:
            continue
        code &= TYPE_MASK
        if goal.kind == 0 or code == goal.kind or code == army.tables.twin[goal.kind]:
            there += 1
            attacks += safely and attacked(army, goal.cell[i], 1 - colour)
    if there < goal.count and not (goal.filled and there and room == 0):
        return False
    return attacks == 0 or there != goal.count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follows(army: ArmyState, number: cython.int) -> cython.bint:
    """Whether the royal piece of the side to move can go to its goal at once."""
    us: cython.int = army.side
    origin: cython.int = army.king_cell[us]
    goal: cython.pointer[Target] = cython.address(army.tables.goal[us * MAX_GOALS + number])
    span: cython.pointer[Span] = cython.address(
        army.tables.moves[army.board[origin] * CELLS + origin]
    )
    stop: cython.pointer[Stop] = army.tables.stops + span.first
    end: cython.pointer[Stop] = army.tables.stops + span.last
    if origin == 0:
        return False
    refused: cython.int = 0 if army.rights & army.tables.unmoved_by_cell[origin] else UNMOVED
    occupant: cython.int
    wanted: cython.int
    i: cython.int
    while stop < end:
        occupant = army.board[stop.to]
        wanted = CAN_MOVE if occupant == EMPTY else CAN_CAPTURE
        if (
            stop.flags & wanted
            and not stop.flags & refused
            and (occupant == EMPTY or occupant >> COLOUR_SHIFT == 1 - us)
        ):
            for i in range(goal.cells):
                if goal.cell[i] == stop.to and _may_go(army, origin, stop.to):
                    return True
        stop += 1 if occupant == EMPTY else stop.skip
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_go(army: ArmyState, origin: cython.int, to: cython.int) -> cython.bint:
    """Whether an ordinary move of the royal piece is legal."""
    if not safe_after(army, origin, to, to):
        return False
    captures: cython.bint = army.board[to] != EMPTY
    return may_play(army, pack(origin, to, NORMAL, 0), captures)
