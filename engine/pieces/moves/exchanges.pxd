from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport SLOTS, ArmyState

cdef enum:
    BOTH_SIDES = 2 * SLOTS   # all pieces on the board

cdef bint wins_exchange(ArmyState army, Move move, int threshold) noexcept nogil
cdef int best_exchange(ArmyState army) noexcept nogil
cdef bint _broad_wins_exchange(ArmyState army, Move move, int threshold) noexcept nogil
cdef bint _swap(ArmyState army, int to, int balance) noexcept nogil
cdef int _collect_near(ArmyState army, int to, int side, unsigned short* near) noexcept nogil
cdef int _cheapest_attacker(ArmyState army, int to, unsigned short* near, int n) noexcept nogil
