from amalthea.engine.pieces.moves.state cimport PiecesState, Undo

cdef void count_on(PiecesState state, Undo* undo, int kind) noexcept nogil
cdef void count_back(PiecesState state, Undo* undo) noexcept nogil
cdef void note_count(PiecesState state) noexcept nogil
cdef bint is_counted_out(PiecesState state) noexcept nogil
