from amalthea.engine.pieces.moves.state cimport PiecesState

cdef set_up(PiecesState state, setup)
cdef _set_up_state(PiecesState state, setup)
cdef _fill_hands(PiecesState state, hands)
cdef void _wipe(PiecesState state) noexcept nogil
cdef void _put(PiecesState state, int code, int cell) noexcept nogil
cdef _check_king(PiecesState state)
