from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport PiecesState, Undo

cdef int drop_moves(PiecesState state, Candidate* out, int n) noexcept nogil
cdef bint has_drop(PiecesState state) noexcept nogil
cdef bint must_drop(PiecesState state) noexcept nogil
cdef bint is_drop(PiecesState state, Move move) noexcept nogil
cdef void describe_drop(PiecesState state, Move move, Candidate* out) noexcept nogil
cdef void make_drop(PiecesState state, Undo* undo, Move move) noexcept nogil
cdef void unmake_drop(PiecesState state, Undo* undo) noexcept nogil
cdef void hold(PiecesState state, Undo* undo, int code, int by) noexcept nogil
cdef int held_code(PiecesState state, int code) noexcept nogil
cdef unsigned long long hand_key(PiecesState state, int code) noexcept nogil
cdef bint drop_checks(PiecesState state, int code, int to) noexcept nogil
