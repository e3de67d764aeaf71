from amalthea.engine.pieces.moves.state cimport PiecesState

cdef void look_for_line(PiecesState state) noexcept nogil
cdef void look_for_chain(PiecesState state) noexcept nogil
