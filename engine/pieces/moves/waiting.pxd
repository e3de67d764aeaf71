from amalthea.engine.pieces.moves.state cimport PiecesState

cdef void wait_behind(PiecesState state, int code, int cell) noexcept nogil
cdef void wait_no_longer(PiecesState state, int cell) noexcept nogil
cdef unsigned long long waiting_key(PiecesState state, int cell) noexcept nogil
