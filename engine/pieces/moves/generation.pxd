from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef int generate(PiecesState state, Candidate* out, int what) noexcept nogil
cdef int generate_as_quiet(PiecesState state, Candidate* out, int what) noexcept nogil
cdef bint is_legal(PiecesState state, Move move) noexcept nogil
cdef bint has_legal_move(PiecesState state) noexcept nogil
cdef bint has_only_promotions(PiecesState state) noexcept nogil
cdef bint must_capture(PiecesState state) noexcept nogil
cdef bint _may_play(PiecesState state, Move move, bint captures) noexcept nogil
cdef int _permitted_moves(PiecesState state, Candidate* out, int n, int what) noexcept nogil
cdef bint _has_drop(PiecesState state) noexcept nogil
cdef bint _must_drop(PiecesState state) noexcept nogil
cdef bint _is_drop(PiecesState state, Move move) noexcept nogil
