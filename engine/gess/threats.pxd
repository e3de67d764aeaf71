from amalthea.engine.core.moves cimport Move
from amalthea.engine.gess.state cimport GessState

cdef enum:
    BAND = 8                 # rows processed together: the five that are needed, and padding

ctypedef unsigned int Band[BAND]

cdef Move winning_move_of(GessState state, int colour) noexcept nogil
cdef bint is_threatened(GessState state) noexcept nogil
cdef void mark_answers(GessState state) noexcept nogil
cdef bint points_at_ring(GessState state, Move move) noexcept nogil
cdef int _find_ring_breakers(GessState state, int colour, unsigned int* near) noexcept nogil
cdef Move _winning_start(GessState state, int colour, unsigned int* origins, int direction, int first, int steps) noexcept nogil
