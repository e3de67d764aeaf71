from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport ArmyState, Undo

cdef int drop_moves(ArmyState army, Candidate* out, int n) noexcept nogil
cdef bint has_drop(ArmyState army) noexcept nogil
cdef bint must_drop(ArmyState army) noexcept nogil
cdef bint is_drop(ArmyState army, Move move) noexcept nogil
cdef void describe_drop(ArmyState army, Move move, Candidate* out) noexcept nogil
cdef void make_drop(ArmyState army, Undo* undo, Move move) noexcept nogil
cdef void unmake_drop(ArmyState army, Undo* undo) noexcept nogil
cdef void hold(ArmyState army, Undo* undo, int code, int by) noexcept nogil
cdef int held_code(ArmyState army, int code) noexcept nogil
cdef unsigned long long hand_key(ArmyState army, int code) noexcept nogil
cdef bint drop_checks(ArmyState army, int code, int to) noexcept nogil
