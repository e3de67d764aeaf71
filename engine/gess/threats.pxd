from amalthea.engine.core.moves cimport Move
from amalthea.engine.gess.state cimport StonesState

cdef enum:
    BAND = 8                 # rows processed together: the five that are needed, and padding

ctypedef unsigned int Band[BAND]

cdef Move winning_move_of(StonesState state, int colour) noexcept nogil
cdef bint is_threatened(StonesState state) noexcept nogil
cdef void mark_answers(StonesState state) noexcept nogil
cdef bint points_at_ring(StonesState state, Move move) noexcept nogil
cdef int _near_rings(StonesState state, int colour, unsigned int* near) noexcept nogil
cdef Move _winning_start(StonesState state, int colour, unsigned int* origins, int direction, int first, int steps) noexcept nogil
