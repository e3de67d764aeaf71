"""Who attacks what: checks, pins, and whether a move leaves the mover's king safe.

Attacks look up by displacement which codes can reach a cell at all, then walk the route.
"""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.conditions import holds
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CELLS,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    NO_SHIFT,
    ROW,
    SHIFTS,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import CONDITIONS, Condition, may_reach
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, ArmyState, other_cell

_FEW_BETWEEN = cython.declare(cython.int, 2)  # pieces that one move can take away


def attacked(army, cell, by):
    """Whether a side could capture on a cell.

    Its pieces that have just been lifted from the board, or stand under one of the other
    side, do not count though the list still has them.
    """
    slot: cython.int
    origin: cython.int
    code: cython.int
    for slot in range(army.slots[by]):
        origin = army.cell_of[by * SLOTS + slot]
        code = army.board[origin]
        if code >> COLOUR_SHIFT == by and side_reaches(army, by, origin, code, cell):
            return True
    return False


def endangered(army, king, by):
    """Whether a king on that cell could be captured, or would face the other one."""
    return attacked(army, king, by) or (
        army.tables.flying_general and between_kings(army, king, army.king_cell[by]) == 0
    )


def between_kings(army, king, other):
    """How many pieces stand between two cells of a rank or a file, -1 for other cells."""
    step: cython.int = 0
    between: cython.int = 0
    if rank_of(king) == rank_of(other):
        step = 1 if other > king else -1
    elif file_of(king) == file_of(other):
        step = ROW if other > king else -ROW
    if step == 0 or king == other:
        return -1
    king += step
    while king != other:
        between += army.board[king] != EMPTY
        king += step
    return between


def look_for_checks(army):
    """Finds who checks the side to move and which of its pieces are pinned.

    A piece is pinned when it is the only one on a way by which its king could be captured.
    The side is exposed when such a way is shut by an enemy piece beside its king, too, or when
    few pieces keep the kings from facing each other where they may not.
    """
    them: cython.int = 1 - army.side
    king: cython.int = army.king_cell[army.side]
    slot: cython.int
    origin: cython.int
    shift: cython.int
    code: cython.int
    route: cython.int
    army.checkers = 0
    army.pinned = 0
    army.exposed = False
    if king == 0:
        return
    for slot in range(army.slots[them]):
        origin = army.cell_of[them * SLOTS + slot]
        if origin == 0:
            continue
        shift = king - origin + NO_SHIFT
        code = army.board[origin]
        if not may_reach(army.tables, them, code, shift):
            continue
        route = army.tables.route_first[code * SHIFTS + shift]
        while True:
            _look_along(army, king, origin, route)
            if not army.tables.routes[route].more:
                break
            route += 1
    if army.tables.flying_general:
        between: cython.int = between_kings(army, king, army.king_cell[them])
        army.exposed = army.exposed or 0 <= between <= _FEW_BETWEEN


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _look_along(
    army: ArmyState, king: cython.int, origin: cython.int, route: cython.int
) -> cython.void:
    """Notes what one route from an enemy piece to the king means: a check, a pin or nothing."""
    us: cython.int = army.side
    step: cython.int
    cell: cython.int = origin
    blockers: cython.int = 0
    blocker: cython.int = 0
    beside: cython.int = army.tables.routes[route].beside
    for step in range(army.tables.routes[route].first, army.tables.routes[route].last - 1):
        cell += army.tables.steps[step]
        if army.board[cell] == EMPTY:
            continue
        if army.board[cell] == EDGE:
            return  # nothing opens this way; a winding one would leave the padding, too
        if (
            blockers > 0
            and army.slot_at[cell] == army.slot_at[blocker]
            and army.board[cell] == army.board[blocker]
        ):
            continue  # the other cell of the same piece
        blockers += 1
        blocker = cell
        if blockers > 1:
            break
    if beside >= CONDITIONS:
        condition: cython.pointer[Condition] = cython.address(
            army.tables.conditions[beside - CONDITIONS]
        )
        if condition.hops:
            _look_over(army, king, origin, route, condition)
            return
        if not holds(army.tables, condition, origin, king):
            return
        beside = 0
    if beside:
        beside = army.board[king + beside]
    if beside != EMPTY and beside >> COLOUR_SHIFT != us:
        army.exposed = army.exposed or (blockers < 2 and beside != EDGE)
    elif blockers == 0:
        army.checkers += 1
        army.checker = origin
        army.checker_route = route
    elif blockers == 1 and army.board[blocker] >> COLOUR_SHIFT == us:
        army.pinned |= cython.cast(cython.ulonglong, 1) << army.slot_at[blocker]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_over(
    army: ArmyState,
    king: cython.int,
    origin: cython.int,
    route: cython.int,
    hop: cython.pointer[Condition],
) -> cython.void:
    """The same for a hop: with two pieces on its way or fewer, any move may open or shut it."""
    cell: cython.int = origin
    step: cython.int
    between: cython.int = 0
    for step in range(hop.first, hop.last - 1):
        cell += army.tables.steps[step]
        between += army.board[cell] != EMPTY
    if between <= 2:
        army.exposed = True
    if hop_clear(army, origin, hop):
        army.checkers += 1
        army.checker = origin
        army.checker_route = route


def safe_after(army, origin, to, taken):
    """Whether the mover's king is safe once the piece on `origin` has gone to `to`.

    `taken`: the cell of the captured piece, `to` itself in an ordinary move.
    """
    code: cython.uchar = army.board[origin]
    victim: cython.uchar = army.board[taken]
    us: cython.int = code >> COLOUR_SHIFT
    king: cython.int = army.king_cell[us]
    other: cython.int = other_cell(army, taken)
    if king == 0:
        return True
    if king == origin:
        king = to
    if other:
        army.board[other] = EMPTY
    army.board[taken] = EMPTY
    army.board[origin] = EMPTY
    army.board[to] = code
    safe: cython.bint = not endangered(army, king, 1 - us)
    army.board[to] = EMPTY
    army.board[taken] = victim
    army.board[origin] = code
    if other:
        army.board[other] = victim
    return safe


def checks_after(army, origin, to, taken, arriving):
    """Whether the other king is in check once the piece on `origin` stands on `to` as `arriving`.

    `taken`: the cell of what is captured, `to` itself in an ordinary move.
    """
    code: cython.uchar = army.board[origin]
    victim: cython.uchar = army.board[taken]
    us: cython.int = code >> COLOUR_SHIFT
    king: cython.int = army.king_cell[1 - us]
    if king == 0:
        return False
    army.board[taken] = EMPTY
    army.board[origin] = EMPTY
    army.board[to] = arriving
    checks: cython.bint = reaches(army, to, arriving, king) or attacked(army, king, us)
    army.board[to] = EMPTY
    army.board[taken] = victim
    army.board[origin] = code
    return checks


def allowed(army, origin, to, slot):
    """Whether an ordinary move leaves the mover's king safe."""
    if (
        army.checkers == 1
        and not army.pinned >> slot & 1
        and not army.exposed
        and origin != army.king_cell[army.side]
        and army.tables.second[army.board[to]] == 0
    ):
        return army.marks[to] == army.mark
    return safe_after(army, origin, to, to)


def mark_answers(army):
    """Marks the cells on which a piece that is not pinned answers a single check."""
    army.mark += 1
    army.marks[army.checker] = army.mark
    army.marks[army.checker + army.tables.second[army.board[army.checker]]] = army.mark
    cell: cython.int = army.checker
    step: cython.int
    for step in range(
        army.tables.routes[army.checker_route].first,
        army.tables.routes[army.checker_route].last - 1,
    ):
        cell += army.tables.steps[step]
        army.marks[cell] = army.mark
