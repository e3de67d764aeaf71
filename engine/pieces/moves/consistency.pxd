from amalthea.engine.pieces.moves.state cimport PiecesState

cdef bint is_consistent(PiecesState state) noexcept nogil
