from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport PiecesState, Undo

cdef int add_gatings(PiecesState state, Candidate* out, int n) noexcept nogil
cdef bint may_enter(PiecesState state, Move move) noexcept nogil
cdef Move move_before(PiecesState state, Move move) noexcept nogil
cdef void describe_gating(PiecesState state, Move move, Candidate* out) noexcept nogil
cdef void enter(PiecesState state, Undo* undo) noexcept nogil
cdef int castling_of(PiecesState state, Move move, int colour) noexcept nogil
cdef unsigned int useful_rights(PiecesState state, unsigned int rights) noexcept nogil
