from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport PiecesState, Taken

cdef int two_square_moves(PiecesState state, int slot, Candidate* out, int n, int what) noexcept nogil
cdef int find_victims(PiecesState state, int to, int second, Taken* taken) noexcept nogil
cdef int two_square_victims(PiecesState state, Move move, Taken* taken) noexcept nogil
cdef void describe_two_square(PiecesState state, Move move, Candidate* out) noexcept nogil
cdef bint _is_king_safe_after_two_square_move(PiecesState state, int origin, int to, int code) noexcept nogil
cdef int _slides(PiecesState state, int slot, Candidate* out, int n, int what) noexcept nogil
cdef int _pivots(PiecesState state, int slot, Candidate* out, int n, bint tested) noexcept nogil
