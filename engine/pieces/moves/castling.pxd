from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport ArmyState, Undo
from amalthea.engine.pieces.compiled.tables cimport MAX_PARTNERS

cdef enum:
    MOST_MOVING = 1 + MAX_PARTNERS    # the king and his partners

cdef int castling_moves(ArmyState army, Candidate* out, int n) noexcept nogil
cdef bint is_castling(ArmyState army, Move move) noexcept nogil
cdef bint may_leap(ArmyState army, int origin, int to) noexcept nogil
cdef bint can_castle(ArmyState army, int index) noexcept nogil
cdef void place_castling(ArmyState army, int index, bint back) noexcept nogil
cdef void make_castling(ArmyState army, Undo* undo, int index) noexcept nogil
