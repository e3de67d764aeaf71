from amalthea.engine.pieces.moves.state cimport PiecesState

cdef int chasing_sides(PiecesState state, int since) noexcept nogil
