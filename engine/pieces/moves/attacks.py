"""Attacks: checks, pins, and whether a move leaves the king safe.

Attacks find by displacement which codes can reach a cell at all, then walk the route.
"""

import cython
from cython.cimports.amalthea.engine.pieces.compiled.conditions import holds
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    NO_SHIFT,
    ROW,
    SHIFTS,
    TYPE_MASK,
    Types,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import CONDITIONS, Condition, may_reach
from cython.cimports.amalthea.engine.pieces.moves.state import (
    SLOT_WORDS,
    SLOTS,
    PiecesState,
    add_slot,
    has_slot,
    other_cell,
)

_FEW_BETWEEN = cython.declare(cython.int, 2)  # pieces between kings that one move may remove


def is_attacked(state, cell, by):
    """Return True if a side could capture on a cell; see `is_attacked_by_types`."""
    return is_attacked_by_types(state, cell, by, ~cython.cast(Types, 0))


def is_attacked_by_types(state, cell, by, types):
    """Return True if a side could capture on a cell with a piece of one of these types.

    Pieces of that side that were just lifted from the board, or stand under a piece of the other
    side, do not count, though the piece list still has them.
    """
    slot: cython.int
    origin: cython.int
    code: cython.int
    for slot in range(state.slots[by]):
        origin = state.cell_of[by * SLOTS + slot]
        code = state.board[origin]
        if (
            code >> COLOUR_SHIFT == by
            and types >> (code & TYPE_MASK) & 1
            and side_reaches(state, by, origin, code, cell)
        ):
            return True
    return False


def is_endangered(state, king, by):
    """Return True if a king on that cell could be captured, or would face the other king."""
    return is_attacked(state, king, by) or (
        state.tables.flying_general and count_between_kings(state, king, state.king_cell[by]) == 0
    )


def kings_face(state):
    """Return True if no piece stands between the kings on a rank or a file."""
    white: cython.int = state.king_cell[0]
    black: cython.int = state.king_cell[1]
    return white and black and count_between_kings(state, white, black) == 0


def count_between_kings(state, king, other):
    """Return the number of pieces between two cells of one rank or file, -1 for other cells.

    Cells of one diagonal count, too, in games where kings may not face each other on it.
    """
    step: cython.int = 0
    between: cython.int = 0
    across: cython.int = file_of(other) - file_of(king)
    ahead: cython.int = rank_of(other) - rank_of(king)
    if ahead == 0:
        step = 1 if other > king else -1
    elif across == 0:
        step = ROW if other > king else -ROW
    elif state.tables.flying_diagonals and abs(across) == abs(ahead):
        step = (ROW if ahead > 0 else -ROW) + (1 if across > 0 else -1)
    if step == 0 or king == other:
        return -1
    king += step
    while king != other:
        between += state.board[king] != EMPTY
        king += step
    return between


def look_for_checks(state):
    """Find the pieces that give check and the pinned pieces of the side to move.

    A piece is pinned if it is the only one on a route by which its king could be captured. The side
    is exposed if such a route is also blocked by an enemy piece beside its king, or if few pieces
    keep the kings from facing each other.
    """
    them: cython.int = 1 - state.side
    king: cython.int = state.king_cell[state.side]
    slot: cython.int
    origin: cython.int
    shift: cython.int
    code: cython.int
    route: cython.int
    state.checkers = 0
    for slot in range(SLOT_WORDS):
        state.pinned.words[slot] = 0
    state.exposed = False
    if king == 0:
        return
    for slot in range(state.slots[them]):
        origin = state.cell_of[them * SLOTS + slot]
        if origin == 0:
            continue
        shift = king - origin + NO_SHIFT
        code = state.board[origin]
        if not may_reach(state.tables, them, code, shift):
            continue
        route = state.tables.route_first[code * SHIFTS + shift]
        while True:
            _look_along(state, king, origin, route)
            if not state.tables.routes[route].more:
                break
            route += 1
    if state.tables.flying_general:
        between: cython.int = count_between_kings(state, king, state.king_cell[them])
        state.exposed = state.exposed or 0 <= between <= _FEW_BETWEEN


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _look_along(
    state: PiecesState, king: cython.int, origin: cython.int, route: cython.int
) -> cython.void:
    """Record what one route from an enemy piece to the king means: a check, a pin or nothing."""
    us: cython.int = state.side
    step: cython.int
    cell: cython.int = origin
    blockers: cython.int = 0
    blocker: cython.int = 0
    beside: cython.int = state.tables.routes[route].beside
    for step in range(state.tables.routes[route].first, state.tables.routes[route].last - 1):
        cell += state.tables.steps[step]
        if state.board[cell] == EMPTY:
            continue
        if state.board[cell] == EDGE:
            return  # no move opens this route, and a bent one might leave the padded board
        if (
            blockers > 0
            and state.slot_at[cell] == state.slot_at[blocker]
            and state.board[cell] == state.board[blocker]
        ):
            continue  # the other cell of the same piece
        blockers += 1
        blocker = cell
        if blockers > 1:
            break
    if beside >= CONDITIONS:
        condition: cython.pointer[Condition] = cython.address(
            state.tables.conditions[beside - CONDITIONS]
        )
        if condition.hops:
            _look_over(state, origin, route, condition)
            return
        if not holds(state.tables, condition, origin, king):
            return
        beside = 0
    if beside:
        beside = state.board[king + beside]
    if beside != EMPTY and beside >> COLOUR_SHIFT != us:
        state.exposed = state.exposed or (blockers < 2 and beside != EDGE)
    elif blockers == 0:
        state.checkers += 1
        state.checker = origin
        state.checker_route = route
    elif blockers == 1 and state.board[blocker] >> COLOUR_SHIFT == us:
        add_slot(cython.address(state.pinned), state.slot_at[blocker])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_over(
    state: PiecesState,
    origin: cython.int,
    route: cython.int,
    hop: cython.pointer[Condition],
) -> cython.void:
    """Record whether a hop to the king is a check, and whether it exposes the side to move.

    With at most two pieces on its way, or if it leads over any number of pieces, any move may open
    or close it.
    """
    cell: cython.int = origin
    step: cython.int
    between: cython.int = 0
    for step in range(hop.first, hop.last - 1):
        cell += state.tables.steps[step]
        between += state.board[cell] != EMPTY
    if between <= 2 or hop.far:
        state.exposed = True
    if is_hop_clear(state, origin, hop):
        state.checkers += 1
        state.checker = origin
        state.checker_route = route


def is_king_safe_after(state, origin, to, taken):
    """Return True if the king is safe after the piece on `origin` has moved to `to`.

    taken: the cell of the captured piece, `to` itself in an ordinary move.
    """
    code: cython.uchar = state.board[origin]
    victim: cython.uchar = state.board[taken]
    us: cython.int = code >> COLOUR_SHIFT
    king: cython.int = state.king_cell[us]
    other: cython.int = other_cell(state, taken)
    if king == 0:
        return True
    if king == origin:
        king = to
    if other:
        state.board[other] = EMPTY
    state.board[taken] = EMPTY
    state.board[origin] = EMPTY
    state.board[to] = code
    safe: cython.bint = not is_endangered(state, king, 1 - us)
    state.board[to] = EMPTY
    state.board[taken] = victim
    state.board[origin] = code
    if other:
        state.board[other] = victim
    return safe


def checks_after(state, origin, to, taken, new_code):
    """Return True if the enemy king is in check after the piece on `origin` stands on `to` as
    `new_code`.

    taken: the cell of the captured piece, `to` itself in an ordinary move.
    """
    code: cython.uchar = state.board[origin]
    victim: cython.uchar = state.board[taken]
    us: cython.int = code >> COLOUR_SHIFT
    king: cython.int = state.king_cell[1 - us]
    if king == 0:
        return False
    state.board[taken] = EMPTY
    state.board[origin] = EMPTY
    state.board[to] = new_code
    checks: cython.bint = reaches(state, to, new_code, king) or is_attacked(state, king, us)
    state.board[to] = EMPTY
    state.board[taken] = victim
    state.board[origin] = code
    return checks


def leaves_king_safe(state, origin, to, slot):
    """Return True if an ordinary move leaves the king safe."""
    if (
        state.checkers == 1
        and not has_slot(cython.address(state.pinned), slot)
        and not state.exposed
        and origin != state.king_cell[state.side]
        and state.tables.second[state.board[to]] == 0
    ):
        return state.evasion_marks[to] == state.evasion_mark
    return is_king_safe_after(state, origin, to, to)


def mark_evasions(state):
    """Mark the cells on which a piece that is not pinned answers a single check."""
    state.evasion_mark += 1
    state.evasion_marks[state.checker] = state.evasion_mark
    state.evasion_marks[state.checker + state.tables.second[state.board[state.checker]]] = (
        state.evasion_mark
    )
    cell: cython.int = state.checker
    step: cython.int
    for step in range(
        state.tables.routes[state.checker_route].first,
        state.tables.routes[state.checker_route].last - 1,
    ):
        cell += state.tables.steps[step]
        state.evasion_marks[cell] = state.evasion_mark
