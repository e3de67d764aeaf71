from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport ArmyState, Taken

cdef int broad_moves(ArmyState army, int slot, Candidate* out, int n, int what) noexcept nogil
cdef int find_victims(ArmyState army, int to, int second, Taken* taken) noexcept nogil
cdef int broad_victims(ArmyState army, Move move, Taken* taken) noexcept nogil
cdef void describe_broad(ArmyState army, Move move, Candidate* out) noexcept nogil
cdef bint _broad_safe_after(ArmyState army, int origin, int to, int code) noexcept nogil
cdef int _slides(ArmyState army, int slot, Candidate* out, int n, int what) noexcept nogil
cdef int _pivots(ArmyState army, int slot, Candidate* out, int n, bint tested) noexcept nogil
