"""Which walls a search tries: those that take most from the other side.

The duck matters for the other side's next move alone, so the price of a wall is what it prevents:
captures along lines, promotions, and squares to go to. Walls that stay also take squares from the
own side.
"""

import cython
from cython.cimports.amalthea.engine.core.moves import origin_of, to_of
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CAN_MOVE,
    CELLS,
    COLOUR_SHIFT,
    EMPTY,
    NO_SHIFT,
    SHIFTS,
    TYPE_MASK,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import (
    DUCK,
    Route,
    Span,
    Stop,
    may_reach,
)
from cython.cimports.amalthea.engine.pieces.moves.attacks import is_attacked, is_route_clear
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS
from cython.cimports.amalthea.engine.pieces.moves.walls import (
    MAX_WALLS,
    Trial,
    end_trial,
    try_move,
    wall_cells,
    with_wall,
)
from cython.cimports.libc.string import memcpy, memset

_PROMOTION = cython.declare(cython.int, 600)  # price of the square of a promotion
_SQUARE = cython.declare(cython.int, 2)  # of each square of a line behind a wall, that one included
_STEP = cython.declare(cython.int, 1500)  # of history, for each better wall of the same move
_HELD_BACK = cython.declare(cython.int, -9000)  # of history


def survey(state, found):
    """Find what the other side could do next if the side to move passed."""
    slot: cython.int
    colour: cython.int
    cell: cython.int
    memset(found.price, 0, cython.sizeof(found.price))
    found.threats = 0
    found.line_end = 0
    for colour in range(2):
        if colour == state.side and state.tables.walls == DUCK:
            continue
        for slot in range(state.slots[colour]):
            cell = state.cell_of[colour * SLOTS + slot]
            if cell:
                _survey_piece(state, found, cell, -1 if colour == state.side else 1)


def _survey_piece(state, found, cell, sign):
    """Add what walls take from the piece on a cell; sign: 1 for the other side's, -1 for own."""
    code: cython.int = state.board[cell]
    us: cython.int = state.side
    span: cython.pointer[Span] = cython.address(state.tables.moves[code * CELLS + cell])
    stop: cython.pointer[Stop] = state.tables.stops + span.first
    end: cython.pointer[Stop] = state.tables.stops + span.last
    first: cython.pointer[Stop]
    behind: cython.pointer[Stop]
    free: cython.int
    while stop < end:
        first = stop
        behind = stop + stop.skip
        while stop < behind and state.board[stop.to] == EMPTY:
            stop += 1
        free = cython.cast(cython.int, stop - first)
        if sign > 0 and free > 0 and stop < behind and stop.flags & CAN_CAPTURE:
            if state.board[stop.to] >> COLOUR_SHIFT == us:
                _add_threat(state, found, cell, first, stop)
        while first < stop:
            if first.flags & CAN_MOVE:
                found.price[first.to] += sign * _SQUARE * free
                if state.tables.promotes_at[code * CELLS + first.to]:
                    found.price[first.to] += sign * _PROMOTION
            first += 1
            free -= 1
        stop = behind


def _add_threat(state, found, attacker, first, victim):
    """Add a capture along a line, unless it would lose material; first: the line's first stop."""
    gain: cython.int = state.exchange[state.board[victim.to] & TYPE_MASK]
    stop: cython.pointer[cython.const[Stop]] = first
    threat: cython.pointer[Threat] = found.threat + found.threats
    if found.threats == MAX_THREATS or found.line_end + (victim - first) > MAX_LINE:
        return
    if is_attacked(state, victim.to, state.side):
        gain -= state.exchange[state.board[attacker] & TYPE_MASK]
    if gain <= 0:
        return
    threat.attacker = attacker
    threat.victim = victim.to
    threat.gain = gain
    threat.first = found.line_end
    while stop < victim:
        found.line[found.line_end] = stop.to
        found.line_end += 1
        stop += 1
    threat.last = found.line_end
    found.threats += 1


def add_best_walls(state, found, plain, out, most):
    """Write a plain move with its best walls, the best first, at most so many; return how many.

    All but the first are quiet moves, even if the plain move captures.
    """
    cells: cython.ushort[MAX_WALLS]
    i: cython.int
    n: cython.int = min(most, _rank(state, found, plain.move, cells))
    for i in range(n):
        out[i] = plain[0]
        out[i].move = with_wall(state, plain.move, cells[i])
        if i > 0:
            out[i].tactical = False
        if not out[i].tactical:
            out[i].gain = -_STEP * i
    return n


def add_other_walls(state, found, plain, out):
    """Write a plain move with all walls but the best ones, as quiet moves; return how many."""
    cells: cython.ushort[MAX_WALLS]
    i: cython.int
    n: cython.int = _rank(state, found, plain.move, cells)
    for i in range(TRIED, n):
        out[i - TRIED] = plain[0]
        out[i - TRIED].move = with_wall(state, plain.move, cells[i])
        out[i - TRIED].tactical = False
        out[i - TRIED].gain = _HELD_BACK
    return max(0, n - TRIED)


def _rank(state, found, move, cells):
    """List the cells that may be blocked after a plain move, the best ones first; return how many.

    Only the first TRIED are in order.
    """
    trial: Trial
    prices: cython.int[CELLS]
    threat: cython.pointer[cython.const[Threat]]
    origin: cython.int = origin_of(move)
    to: cython.int = to_of(move)
    cell: cython.int
    i: cython.int
    j: cython.int
    try_move(state, move, cython.address(trial))
    n: cython.int = wall_cells(state, move, cells)
    memcpy(prices, found.price, cython.sizeof(prices))
    for i in range(found.threats):
        threat = found.threat + i
        if threat.attacker == to or threat.victim == origin or state.board[threat.victim] == EMPTY:
            continue
        for j in range(threat.first, threat.last):
            prices[found.line[j]] += threat.gain
    _price_retakes(state, to, prices)
    end_trial(state, move, cython.address(trial))
    for i in range(1, n):
        cell = cells[i]
        if i >= TRIED:
            if prices[cell] <= prices[cells[TRIED - 1]]:
                continue
            cells[i] = cells[TRIED - 1]
        j = min(i, TRIED - 1)
        while j > 0 and prices[cells[j - 1]] < prices[cell]:
            cells[j] = cells[j - 1]
            j -= 1
        cells[j] = cell
    return n


def _price_retakes(state, to, prices):
    """Add to the prices of the cells from which a wall prevents a capture of the moved piece."""
    them: cython.int = 1 - state.side
    value: cython.int = state.exchange[state.board[to] & TYPE_MASK]
    route: cython.pointer[Route]
    slot: cython.int
    origin: cython.int
    cell: cython.int
    code: cython.int
    number: cython.int
    step: cython.int
    for slot in range(state.slots[them]):
        origin = state.cell_of[them * SLOTS + slot]
        code = state.board[origin]
        if origin == 0 or code >> COLOUR_SHIFT != them:
            continue
        if not may_reach(state.tables, them, code, to - origin + NO_SHIFT):
            continue
        number = state.tables.route_first[code * SHIFTS + to - origin + NO_SHIFT]
        route = state.tables.routes + number
        if route.last - route.first < 2 or not is_route_clear(state, origin, code, number):
            continue
        cell = origin
        for step in range(route.first, route.last - 1):
            cell += state.tables.steps[step]
            prices[cell] += value
