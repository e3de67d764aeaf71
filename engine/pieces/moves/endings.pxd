from amalthea.engine.pieces.moves.state cimport PiecesState

cdef void look_for_end(PiecesState state) noexcept nogil
