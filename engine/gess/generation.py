"""Generation of the moves of patches, as candidates that move ordering can use."""

import cython
from cython.cimports.amalthea.engine.core.bits import lowest_bit, ones
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    NORMAL,
    TACTICAL,
    Candidate,
    origin_of,
    pack,
    to_of,
)
from cython.cimports.amalthea.engine.gess.patches import (
    CENTRE,
    END_ROW,
    FIRST_ROW,
    LENGTHS,
    PATCH,
    ROW_BITS,
    ROWS,
    SHORT_STEPS,
    Layout,
    MoveSet,
    direction_of,
    patch_of,
    patch_row,
    step_of,
)
from cython.cimports.amalthea.engine.gess.state import layout_of, mobility_of, moves_of
from cython.cimports.amalthea.engine.gess.threats import is_threatened, mark_answers

_STONE_CP = cython.declare(cython.int, 30)  # for move ordering
_RING_CP = cython.declare(cython.int, 150)  # a ring that is not the last one, for move ordering


def generate(state, out, what):
    """Write the legal moves of the kinds in `what` to `out`; return their number.

    If only tactical or only quiet moves are wanted, moves that are not worth a search are left out:
    all but one of those that lead to the same board, and moves that do not answer a threat. If no
    move answers it, one move is enough.
    """
    n: cython.int = 0
    direction: cython.int
    steps: cython.int
    if state.verdict != 0:
        return 0
    moves: cython.pointer[MoveSet] = moves_of(state, state.side)
    answering: cython.bint = what != ALL_MOVES and is_threatened(state)
    if answering:
        mark_answers(state)
    while True:
        for direction in range(PATCH):
            if direction == CENTRE:
                continue
            for steps in range(1, moves.longest[direction] + 1):
                n = _emit(state, moves, direction, steps, what, answering, out, n)
        if not answering:
            return n if what == ALL_MOVES or not is_threatened(state) else min(n, 1)
        if n > 0 or what == TACTICAL:
            return n
        answering = False  # no move answers the threat, so any one shows the loss


def _emit(state, moves, direction, steps, what, answering, out, n):
    """Write the moves of one direction and length; return the new number of candidates."""
    arrivals: cython.p_uint = cython.address(moves.arrivals[(direction * LENGTHS + steps) * ROWS])
    contact: cython.p_uint = cython.address(mobility_of(state).contact[state.side * ROWS])
    own: cython.p_uint = cython.address(layout_of(state).stones[state.side * ROWS])
    back: cython.int = steps * step_of(direction)
    left: cython.uint
    y: cython.int
    to: cython.int
    origin: cython.int
    candidate: cython.pointer[Candidate]
    for y in range(FIRST_ROW, END_ROW):
        left = arrivals[y]
        if what != ALL_MOVES:
            left &= contact[y] if what == TACTICAL else ~contact[y]
        while left:
            to = y * ROW_BITS + lowest_bit(left)
            left &= left - 1
            origin = to - back
            if what != ALL_MOVES:
                if (
                    answering
                    and not state.answers[y] >> to % ROW_BITS & 1
                    and not state.geometry.ringlike[patch_of(own, origin)]
                ):
                    continue
                if what != TACTICAL and _has_twin(state, moves, direction, steps, origin, to):
                    continue
            candidate = out + n
            n += 1
            if what == TACTICAL:
                describe(state, pack(origin, to, NORMAL, 0), candidate)
                continue
            candidate.move = pack(origin, to, NORMAL, 0)
            candidate.slot = _slot_of(state, direction, to)
            candidate.gain = 0
            candidate.victim = 0
            candidate.tactical = False
    return n


def _has_twin(state, moves, direction, steps, origin, to):
    """Return True if the patch one up or to the right has the same stones and move."""
    now: cython.pointer[Layout] = layout_of(state)
    own: cython.p_uint = cython.address(now.stones[state.side * ROWS])
    patch: cython.int = patch_of(own, origin)
    starts: cython.p_uint = cython.address(
        mobility_of(state).starts[(state.side * PATCH + direction) * ROWS]
    )
    arrivals: cython.p_uint = cython.address(moves.arrivals[(direction * LENGTHS + steps) * ROWS])
    y: cython.int = origin // ROW_BITS
    x: cython.int = origin % ROW_BITS
    to_y: cython.int = to // ROW_BITS
    to_x: cython.int = to % ROW_BITS
    if (
        patch & 0b111 == 0
        and starts[y + 1] >> x & 1
        and arrivals[to_y + 1] >> to_x & 1
        and patch_row(own, origin, 2) == 0
        and _lands_clear(state, origin, to)
        and _lands_clear(state, origin + ROW_BITS, to + ROW_BITS)
    ):
        return True
    return (
        patch & 0b001001001 == 0
        and starts[y] >> (x + 1) & 1
        and arrivals[to_y] >> (to_x + 1) & 1
        and patch_of(own, origin + 1) == patch >> 1
        and _lands_clear(state, origin, to)
        and _lands_clear(state, origin + 1, to + 1)
    )


def _lands_clear(state, origin, to):
    """Return True if the target patch has no stones except those of the moving patch."""
    now: cython.pointer[Layout] = layout_of(state)
    own: cython.p_uint = cython.address(now.stones[state.side * ROWS])
    enemy: cython.p_uint = cython.address(now.stones[(1 - state.side) * ROWS])
    i: cython.int
    y: cython.int
    away: cython.int
    there: cython.uint
    x: cython.int = to % ROW_BITS - 1
    for i in range(-1, 2):
        y = to // ROW_BITS + i
        there = own[y]
        away = y - origin // ROW_BITS
        if -1 <= away <= 1:
            there &= ~(cython.cast(cython.uint, 7) << (origin % ROW_BITS - 1))
        if (there | enemy[y]) >> x & 7:
            return False
    return True


def _slot_of(state, direction, to):
    """Return the history slot of a move: its direction and its target square."""
    rank: cython.int = to // ROW_BITS - FIRST_ROW - 1
    file: cython.int = to % ROW_BITS - FIRST_ROW - 1
    return direction * state.history_slots // PATCH + rank * state.files + file


def describe(state, move, out):
    """Fill in the candidate `out` for a legal move."""
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    taken: cython.int
    out.move = move
    out.gain = gain_of(state, move, cython.address(taken))
    out.slot = _slot_of(state, direction_of(origin, to), to)
    out.victim = taken
    out.tactical = taken > 0
    if not out.tactical:
        out.gain = 0


def gain_of(state, move, taken):
    """Return the immediate gain of a move in centipawns.

    taken: receives the number of enemy stones that the move captures.
    """
    now: cython.pointer[Layout] = layout_of(state)
    us: cython.int = state.side
    own: cython.p_uint = cython.address(now.stones[us * ROWS])
    enemy: cython.p_uint = cython.address(now.stones[(1 - us) * ROWS])
    rings: cython.p_uint = cython.address(now.rings[(1 - us) * ROWS])
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    lost: cython.int = 0
    broken: cython.uint = 0
    lifted: cython.uint
    there: cython.uint
    i: cython.int
    y: cython.int
    x: cython.int = to % ROW_BITS - 1
    away: cython.int
    taken[0] = 0
    for i in range(-1, 2):
        y = to // ROW_BITS + i
        taken[0] += ones(enemy[y] >> x & 7)
        there = own[y]
        away = y - origin // ROW_BITS
        if -1 <= away <= 1:
            there &= ~(cython.cast(cython.uint, 7) << (origin % ROW_BITS - 1))
        lost += ones(there >> x & 7)
        lifted = patch_row(own, origin, i)
        lost += ones(lifted & ~(state.inside[y] >> x))
    if now.ring_counts[1 - us] > 1 and taken[0] > 0:
        for i in range(-2, 3):
            broken |= rings[to // ROW_BITS + i] >> (x - 1) & 31
    return (taken[0] - lost) * _STONE_CP + (_RING_CP if broken else 0)


def is_possible(state, origin, to):
    """Return True if the patch around `origin` may move to `to`."""
    now: cython.pointer[Layout] = layout_of(state)
    own: cython.p_uint = cython.address(now.stones[state.side * ROWS])
    enemy: cython.p_uint = cython.address(now.stones[(1 - state.side) * ROWS])
    dx: cython.int = to % ROW_BITS - origin % ROW_BITS
    dy: cython.int = to // ROW_BITS - origin // ROW_BITS
    steps: cython.int = max(abs(dx), abs(dy))
    direction: cython.int = direction_of(origin, to)
    cell: cython.int
    if (
        steps == 0
        or (dx and dy and abs(dx) != abs(dy))
        or max(origin, to) >= END_ROW * ROW_BITS
        or not state.centres[origin // ROW_BITS] >> origin % ROW_BITS & 1
        or not state.inside[to // ROW_BITS] >> to % ROW_BITS & 1
    ):
        return False
    patch: cython.int = patch_of(own, origin)
    if not patch >> direction & 1 or patch_of(enemy, origin):
        return False
    if steps > SHORT_STEPS and not patch >> CENTRE & 1:
        return False
    cell = origin + step_of(direction)
    while cell != to:
        if not state.inside[cell // ROW_BITS] >> cell % ROW_BITS & 1:
            return False
        if not _lands_clear(state, origin, cell):
            return False
        cell += step_of(direction)
    return True
