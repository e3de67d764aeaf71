from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef Move winning_move(PiecesState state) noexcept nogil
cdef void look_for_end_and_threat(PiecesState state) noexcept nogil
cdef void look_for_threat(PiecesState state) noexcept nogil
