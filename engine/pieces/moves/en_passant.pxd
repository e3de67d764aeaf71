from amalthea.engine.pieces.compiled.mailbox cimport CELLS, EMPTY
from amalthea.engine.pieces.moves.state cimport MAX_TARGETS, PiecesState, Targets
from amalthea.engine.pieces.compiled.mailbox cimport CAN_MOVE
from amalthea.engine.pieces.compiled.tables cimport MAX_ADVANCES

cdef void advance(PiecesState state, int origin, int to) noexcept nogil
cdef void leave_targets(PiecesState state) noexcept nogil
cdef void count_targets(PiecesState state) noexcept nogil
cdef unsigned long long targets_key(PiecesState state) noexcept nogil
cdef bint _can_take(PiecesState state, int target) noexcept nogil
cdef bint moves_to(PiecesState state, int origin, int code, int target) noexcept nogil

cdef inline bint is_advance(PiecesState state, int shift, int victim) noexcept nogil:
    """Return True if a move by that difference of cells may allow en passant.

    No capture does.
    """
    cdef int i
    if victim != EMPTY:
        return False
    for i in range(state.side * MAX_ADVANCES, state.side * MAX_ADVANCES + state.tables.advances):
        if state.tables.advance[i].shift == shift:
            return True
    return False

cdef inline bint is_taking_target(PiecesState state, int cell, int flags) noexcept nogil:
    """Return True if a cell is a target on which some piece has a legal capture en passant.

    flags: those of the stop by which a piece reaches it. A piece that may move there without a
    capture does not capture en passant.
    """
    cdef int i
    if flags & CAN_MOVE:
        return False
    for i in range(MAX_TARGETS):
        if state.targets.cell[i] == cell:
            return state.targets.counts >> i & 1
    return False
