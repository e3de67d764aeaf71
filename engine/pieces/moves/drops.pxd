from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport PiecesState, Undo

cdef void make_drop(PiecesState state, Undo* undo, Move move) noexcept nogil
cdef void put_from_hand(PiecesState state, Undo* undo, int code, int to) noexcept nogil
cdef int free_slot(PiecesState state, int us) noexcept nogil
cdef void return_to_hand(PiecesState state, Undo* undo, int to) noexcept nogil
cdef void hold(PiecesState state, Undo* undo, int code, int by) noexcept nogil
cdef int held_code(PiecesState state, int code) noexcept nogil
cdef unsigned long long hand_key(PiecesState state, int code) noexcept nogil
cdef bint drop_checks(PiecesState state, int code, int to) noexcept nogil
