from amalthea.engine.pieces.compiled.mailbox cimport COLOUR_SHIFT, EDGE, EMPTY, NO_SHIFT, SHIFTS, TYPE_MASK, Types
from amalthea.engine.pieces.moves.state cimport PiecesState
from amalthea.engine.pieces.compiled.conditions cimport holds
from amalthea.engine.pieces.compiled.tables cimport CONDITIONS, Condition, may_reach

cdef bint is_attacked(PiecesState state, int cell, int by) noexcept nogil
cdef bint is_attacked_by_types(PiecesState state, int cell, int by, Types types) noexcept nogil
cdef int count_between_kings(PiecesState state, int king, int other) noexcept nogil
cdef bint kings_face(PiecesState state) noexcept nogil
cdef bint is_endangered(PiecesState state, int king, int by) noexcept nogil
cdef void look_for_checks(PiecesState state) noexcept nogil
cdef bint is_king_safe_after(PiecesState state, int origin, int to, int taken) noexcept nogil
cdef bint checks_after(PiecesState state, int origin, int to, int taken, int new_code) noexcept nogil
cdef bint leaves_king_safe(PiecesState state, int origin, int to, int slot) noexcept nogil
cdef void mark_evasions(PiecesState state) noexcept nogil

cdef inline bint may_hop_over(PiecesState state, int code, int occupant) noexcept nogil:
    """Return True if a hopper may jump over a piece or capture it; some ignore their own type."""
    if occupant == EDGE:
        return False
    return not state.tables.ignores_own_type[code] or (occupant ^ code) & TYPE_MASK != 0

cdef inline bint may_go_on_over(PiecesState state, int code, int occupant) noexcept nogil:
    """Return True if a hopper over any number of pieces may jump over that one."""
    return occupant != EDGE and not state.tables.barring[code] >> (occupant & TYPE_MASK) & 1

cdef inline bint is_hop_clear(PiecesState state, int origin, Condition* hop) noexcept nogil:
    """Return True if a hop is possible.

    Its way must have one hurdle, at least one for a far hop, and right before its end for a near
    one. The hurdles and the piece at its end must be of types that it may jump over or capture.
    """
    cdef int cell = origin
    cdef int step
    cdef int hurdles = 0
    for step in range(hop.first, hop.last - 1):
        cell += state.tables.steps[step]
        if state.board[cell] == EDGE:
            return False
        hurdles += state.board[cell] != EMPTY
        if hop.barring >> (state.board[cell] & TYPE_MASK) & 1:
            return False
        if hop.shuns and state.board[cell] & TYPE_MASK == hop.shuns:
            return False
    if hop.shuns and state.board[cell + state.tables.steps[hop.last - 1]] & TYPE_MASK == hop.shuns:
        return False
    return (
        (hurdles == 1 or (hop.far and hurdles > 1))
        and (not hop.near or state.board[cell] != EMPTY)
        and holds(state.tables, hop, origin, cell + state.tables.steps[hop.last - 1])
    )

cdef inline bint is_route_clear(PiecesState state, int origin, int code, int route) noexcept nogil:
    """Return True if a route is free.

    Nothing stands between the piece and its end, and no piece of its own side on the square that
    it would have to capture as well.
    """
    cdef int cell = origin
    cdef int step
    cdef int last = state.tables.routes[route].last - 1
    cdef int beside = state.tables.routes[route].beside
    cdef Condition* condition
    for step in range(state.tables.routes[route].first, last):
        cell += state.tables.steps[step]
        if state.board[cell] != EMPTY:
            return False
    if beside == 0:
        return True
    if beside >= CONDITIONS:
        condition = state.tables.conditions + (beside - CONDITIONS)
        if condition.hops:
            return is_hop_clear(state, origin, condition)
        return holds(state.tables, condition, origin, cell + state.tables.steps[last])
    beside += cell + state.tables.steps[last]
    return (
        state.board[beside] == EMPTY
        or state.enemies[(1 - (code >> COLOUR_SHIFT)) * (EDGE + 1) + state.board[beside]]
    )

cdef inline bint reaches(PiecesState state, int origin, int code, int cell) noexcept nogil:
    """Return True if a piece of that code on `origin` could capture on `cell`."""
    return side_reaches(state, code >> COLOUR_SHIFT, origin, code, cell)

cdef inline bint side_reaches(PiecesState state, int side, int origin, int code, int cell) noexcept nogil:
    """Return True if a piece of that code, of a known side, could capture on `cell`."""
    cdef int shift = cell - origin + NO_SHIFT
    cdef int route
    if not may_reach(state.tables, side, code, shift):
        return False
    route = state.tables.route_first[code * SHIFTS + shift]
    while True:
        if is_route_clear(state, origin, code, route):
            return True
        if not state.tables.routes[route].more:
            return False
        route += 1
