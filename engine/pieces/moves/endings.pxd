from amalthea.engine.pieces.compiled.tables cimport Target
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef void look_for_end(PiecesState state) noexcept nogil
cdef int count_of(PiecesState state, int colour, int kind) noexcept nogil
cdef bint may_arrive(PiecesState state, int origin, Target* goal) noexcept nogil
