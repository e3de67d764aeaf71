from amalthea.engine.pieces.moves.state cimport PiecesState, Undo

cdef bint encloses(PiecesState state, int to) noexcept nogil
cdef int count_enclosed(PiecesState state, int us, int to) noexcept nogil
cdef int count_neighbours(PiecesState state, int colour, int to) noexcept nogil
cdef void turn_pieces(PiecesState state, Undo* undo) noexcept nogil
cdef void turn_back(PiecesState state, Undo* undo) noexcept nogil
