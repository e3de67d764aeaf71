"""Threats in Gess: moves that break the last ring, and moves that may answer them."""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit
from cython.cimports.amalthea.engine.core.moves import NO_MOVE, NORMAL, Move, origin_of, pack, to_of
from cython.cimports.amalthea.engine.gess.patches import (
    CENTRE,
    END_ROW,
    FIRST_ROW,
    LENGTHS,
    NO_OFFSET,
    OFFSETS,
    PATCH,
    ROW_BITS,
    ROWS,
    SHORT_STEPS,
    UNKNOWN,
    Layout,
    Mobility,
    MoveSet,
    Rows,
    add_neighbours,
    dx_of,
    dy_of,
    find_near_rings,
    move_patch,
    patch_of,
    shift_row,
    step_of,
)
from cython.cimports.amalthea.engine.gess.state import GessState, layout_of, mobility_of, moves_of
from cython.cimports.libc.string import memcpy, memset


def winning_move_of(state, colour):
    """Return a move after which only `colour` has a ring, as if it were to move; or NO_MOVE."""
    near: Rows
    direction: cython.int
    move: Move
    first: cython.int = _find_ring_breakers(state, 1 - colour, near)
    if first == 0:
        return NO_MOVE
    mobility: cython.pointer[Mobility] = mobility_of(state)
    for direction in range(PATCH):
        if direction == CENTRE:
            continue
        move = _winning_move_along(state, mobility, colour, direction, near + first, first)
        if move:
            return move
    return NO_MOVE


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _winning_move_along(
    state: GessState,
    mobility: cython.pointer[Mobility],
    colour: cython.int,
    direction: cython.int,
    near: cython.p_uint,
    row: cython.int,
) -> Move:
    """Return a winning move in one direction, or NO_MOVE.

    The search goes backwards, step by step: from the cells that break the rings, a band of rows
    from `row` on, to patches that may start in this direction.
    """
    own: cython.p_uint = cython.address(layout_of(state).stones[colour * ROWS])
    from_there: Band
    origins: Band
    starts: cython.p_uint
    wide: cython.p_uint
    tall: cython.p_uint
    inside: cython.p_uint
    any_left: cython.uint
    any_start: cython.uint
    steps: cython.int = 1
    dx: cython.int = dx_of(direction)
    dy: cython.int = dy_of(direction)
    i: cython.int
    move: Move
    for i in range(BAND):
        from_there[i] = near[i]
    while True:
        row -= dy
        if row < 0 or row >= ROWS - BAND:
            return NO_MOVE
        starts = cython.address(mobility.starts[(colour * PATCH + direction) * ROWS + row])
        wide = cython.address(mobility.wide[row + dy])
        tall = cython.address(mobility.tall[row])
        inside = cython.address(state.inside[row])
        any_left = 0
        any_start = 0
        for i in range(BAND):
            from_there[i] = shift_row(from_there[i], -dx)
            origins[i] = from_there[i] & starts[i]
            any_start |= origins[i]
        if any_start:
            if steps > SHORT_STEPS:
                for i in range(BAND):
                    origins[i] &= own[row + i]
            move = _winning_start(state, colour, origins, direction, row, steps)
            if move:
                return move
        for i in range(BAND):
            from_there[i] &= inside[i]
            if dy:
                from_there[i] &= ~wide[i]
            if dx:
                from_there[i] &= ~shift_row(tall[i], -dx)
            any_left |= from_there[i]
        if not any_left:
            return NO_MOVE
        steps += 1


def _winning_start(state, colour, origins, direction, first, steps):
    """Return the first winning move from a band of origins, or NO_MOVE."""
    trial: Layout
    left: cython.uint
    origin: cython.int
    to: cython.int
    i: cython.int
    for i in range(BAND):
        left = origins[i]
        while left:
            origin = (first + i) * ROW_BITS + lowest_bit(left)
            left &= left - 1
            to = origin + steps * step_of(direction)
            memcpy(cython.address(trial), layout_of(state), cython.sizeof(Layout))
            move_patch(cython.address(trial), state.geometry, state.inside, colour, origin, to)
            if trial.ring_counts[colour] > 0 and trial.ring_counts[1 - colour] == 0:
                return pack(origin, to, NORMAL, 0)
    return NO_MOVE


def is_threatened(state):
    """Return True if the other side would win at once if it were to move.

    The result is cached in the layout.
    """
    now: cython.pointer[Layout] = layout_of(state)
    if now.threatened == UNKNOWN:
        now.threatened = state.verdict == 0 and winning_move_of(state, 1 - state.side) != NO_MOVE
    return now.threatened


def mark_answers(state):
    """Mark the target cells of moves that may answer a threat.

    Such a move meets the attacking patch at its start or on its way, may complete a ring, or breaks
    a ring of the enemy.
    """
    now: cython.pointer[Layout] = layout_of(state)
    us: cython.int = state.side
    moves: cython.pointer[MoveSet] = moves_of(state, 1 - us)
    near: Rows
    marks: Rows
    left: cython.uint
    direction: cython.int
    steps: cython.int
    y: cython.int
    cell: cython.int
    to: cython.int
    _find_ring_breakers(state, us, near)
    find_near_rings(cython.address(now.stones[us * ROWS]), marks)
    for y in range(FIRST_ROW, END_ROW):
        marks[y] |= now.rings[(1 - us) * ROWS + y]
    for direction in range(PATCH):
        if direction == CENTRE:
            continue
        for steps in range(1, moves.longest[direction] + 1):
            for y in range(FIRST_ROW, END_ROW):
                left = near[y] & moves.arrivals[(direction * LENGTHS + steps) * ROWS + y]
                while left:
                    to = y * ROW_BITS + lowest_bit(left)
                    left &= left - 1
                    cell = to - steps * step_of(direction)
                    while cell != to:
                        marks[cell // ROW_BITS] |= cython.cast(cython.uint, 1) << cell % ROW_BITS
                        cell += step_of(direction)
    add_neighbours(marks, near)
    add_neighbours(near, state.answers)


def points_at_ring(state, move):
    """Return True if a patch points at a ring from its target square, even through other stones."""
    now: cython.pointer[Layout] = layout_of(state)
    rings: cython.p_uint = cython.address(now.rings[(1 - state.side) * ROWS])
    patch: cython.int = patch_of(cython.address(now.stones[state.side * ROWS]), origin_of(move))
    to: cython.int = to_of(move)
    left: cython.uint
    y: cython.int
    offset: cython.int
    for y in range(FIRST_ROW, END_ROW):
        left = rings[y]
        while left:
            offset = (y - to // ROW_BITS + NO_OFFSET) * OFFSETS + (
                lowest_bit(left) - to % ROW_BITS + NO_OFFSET
            )
            left &= left - 1
            if patch & (
                state.geometry.near_long[offset]
                if patch >> CENTRE & 1
                else state.geometry.near_short[offset]
            ):
                return True
    return False


def _find_ring_breakers(state, colour, near):
    """Mark the target cells that break every ring of a side; return their first row.

    The cells fit into five rows. Returns 0 if there are none.
    """
    now: cython.pointer[Layout] = layout_of(state)
    rings: cython.p_uint = cython.address(now.rings[colour * ROWS])
    left: cython.uint
    around: cython.uint
    first: cython.int = 0
    last: cython.int = END_ROW
    y: cython.int
    memset(near, 0, cython.sizeof(Rows))
    around = 0xFFFFFFFF
    for y in range(FIRST_ROW, END_ROW):
        left = rings[y]
        if left:
            first = max(first, y - 2)
            last = min(last, y + 2)
        while left:
            around &= cython.cast(cython.uint, 31) << (lowest_bit(left) - 2)
            left &= left - 1
    if around == 0 or first > last:
        return 0
    for y in range(first, last + 1):
        near[y] = around & state.inside[y]
    return first
