from amalthea.engine.pieces.compiled.mailbox cimport COLOUR_SHIFT, EDGE, EMPTY, NO_SHIFT, SHIFTS, TYPE_MASK
from amalthea.engine.pieces.moves.state cimport ArmyState
from amalthea.engine.pieces.compiled.conditions cimport holds
from amalthea.engine.pieces.compiled.tables cimport CONDITIONS, Condition, may_reach

cdef bint attacked(ArmyState army, int cell, int by) noexcept nogil
cdef int between_kings(ArmyState army, int king, int other) noexcept nogil
cdef bint endangered(ArmyState army, int king, int by) noexcept nogil
cdef void look_for_checks(ArmyState army) noexcept nogil
cdef bint safe_after(ArmyState army, int origin, int to, int taken) noexcept nogil
cdef bint checks_after(ArmyState army, int origin, int to, int taken, int arriving) noexcept nogil
cdef bint allowed(ArmyState army, int origin, int to, int slot) noexcept nogil
cdef void mark_answers(ArmyState army) noexcept nogil

cdef inline bint may_hop_over(ArmyState army, int code, int occupant) noexcept nogil:
    """Whether a hopper may get over a piece, or take it: some shun their like."""
    if occupant == EDGE:
        return False
    return not army.tables.aloof[code] or (occupant ^ code) & TYPE_MASK != 0

cdef inline bint hop_clear(ArmyState army, int origin, Condition* hop) noexcept nogil:
    """Whether exactly one piece stands on the way of a hop, where it must and of a type that may."""
    cdef int cell = origin
    cdef int step
    cdef int hurdles = 0
    for step in range(hop.first, hop.last - 1):
        cell += army.tables.steps[step]
        if army.board[cell] == EDGE:
            return False
        hurdles += army.board[cell] != EMPTY
        if hop.shuns and army.board[cell] & TYPE_MASK == hop.shuns:
            return False
    if hop.shuns and army.board[cell + army.tables.steps[hop.last - 1]] & TYPE_MASK == hop.shuns:
        return False
    return (
        hurdles == 1
        and (not hop.near or army.board[cell] != EMPTY)
        and holds(army.tables, hop, origin, cell + army.tables.steps[hop.last - 1])
    )

cdef inline bint route_clear(ArmyState army, int origin, int code, int route) noexcept nogil:
    """Whether nothing stands between a piece and the end of its route, nor any of its own
    beside that where it would have to be taken along.
    """
    cdef int cell = origin
    cdef int step
    cdef int last = army.tables.routes[route].last - 1
    cdef int beside = army.tables.routes[route].beside
    cdef Condition* condition
    for step in range(army.tables.routes[route].first, last):
        cell += army.tables.steps[step]
        if army.board[cell] != EMPTY:
            return False
    if beside == 0:
        return True
    if beside >= CONDITIONS:
        condition = army.tables.conditions + (beside - CONDITIONS)
        if condition.hops:
            return hop_clear(army, origin, condition)
        return holds(army.tables, condition, origin, cell + army.tables.steps[last])
    beside += cell + army.tables.steps[last]
    return (
        army.board[beside] == EMPTY
        or army.enemies[(1 - (code >> COLOUR_SHIFT)) * (EDGE + 1) + army.board[beside]]
    )

cdef inline bint reaches(ArmyState army, int origin, int code, int cell) noexcept nogil:
    """Whether a piece of that code on `origin` could capture on `cell`."""
    return side_reaches(army, code >> COLOUR_SHIFT, origin, code, cell)

cdef inline bint side_reaches(ArmyState army, int side, int origin, int code, int cell) noexcept nogil:
    """The same for a piece of a side that is known."""
    cdef int shift = cell - origin + NO_SHIFT
    cdef int route
    if not may_reach(army.tables, side, code, shift):
        return False
    route = army.tables.route_first[code * SHIFTS + shift]
    while True:
        if route_clear(army, origin, code, route):
            return True
        if not army.tables.routes[route].more:
            return False
        route += 1
