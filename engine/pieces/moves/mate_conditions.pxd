from amalthea.engine.pieces.moves.state cimport PiecesState

cdef void note_check(PiecesState state) noexcept nogil
cdef int mate_value(PiecesState state) noexcept nogil
