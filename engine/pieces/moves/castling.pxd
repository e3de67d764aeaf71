from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport PiecesState, Undo
from amalthea.engine.pieces.compiled.tables cimport MAX_PARTNERS

cdef enum:
    MAX_MOVING = 1 + MAX_PARTNERS    # the king and his partners

cdef int castling_moves(PiecesState state, Candidate* out, int n) noexcept nogil
cdef bint is_castling(PiecesState state, Move move) noexcept nogil
cdef bint may_leap(PiecesState state, int origin, int to) noexcept nogil
cdef bint can_castle(PiecesState state, int index) noexcept nogil
cdef void place_castling(PiecesState state, int index, bint back) noexcept nogil
cdef void make_castling(PiecesState state, Undo* undo, int index) noexcept nogil
