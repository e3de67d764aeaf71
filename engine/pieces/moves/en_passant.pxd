from amalthea.engine.pieces.compiled.mailbox cimport CELLS, EMPTY
from amalthea.engine.pieces.moves.state cimport MAX_TARGETS, ArmyState, Targets
from amalthea.engine.pieces.compiled.tables cimport CAN_MOVE, MAX_ADVANCES

cdef void advance(ArmyState army, int origin, int to) noexcept nogil
cdef void leave_targets(ArmyState army) noexcept nogil
cdef void count_targets(ArmyState army) noexcept nogil
cdef unsigned long long targets_key(ArmyState army) noexcept nogil
cdef bint _can_take(ArmyState army, int target) noexcept nogil
cdef bint moves_to(ArmyState army, int origin, int code, int target) noexcept nogil

cdef inline bint is_advance(ArmyState army, int shift, int victim) noexcept nogil:
    """Whether a move of the side to move by that difference of cells may allow a capture in
    passing: no capture does.
    """
    cdef int i
    if victim != EMPTY:
        return False
    for i in range(army.side * MAX_ADVANCES, army.side * MAX_ADVANCES + army.tables.advances):
        if army.tables.advance[i].shift == shift:
            return True
    return False

cdef inline bint is_taking_target(ArmyState army, int cell, int flags) noexcept nogil:
    """Whether a capture in passing on that cell is legal for some piece, and for one that reaches it
    by such a stop: not if it may go there without a capture.
    """
    cdef int i
    if flags & CAN_MOVE:
        return False
    for i in range(MAX_TARGETS):
        if army.targets.cell[i] == cell:
            return army.targets.counts >> i & 1
    return False
