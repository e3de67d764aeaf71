cimport cython

from amalthea.engine.stones.counted_evaluator cimport CountedEvaluator
from amalthea.engine.troop.patterns cimport MAX_PATTERNS, ROWS
from amalthea.engine.troop.position cimport Formations

# The counts of each side, in the order of amalthea.engine.troop.weights.COUNTS.
cdef enum:
    STONE = 0
    SUPPLIED = 1
    BOND = 2
    FORMATION = 3
    HARD_AHEAD = 4
    ADVANCE = 5
    EDGE = 6
    CONTACT = 7
    COUNTED = 8

@cython.final
cdef class FormationsEvaluator(CountedEvaluator):
    cdef Formations formations
    cdef unsigned long long keys[2]  # hash keys of the stones that were counted, by colour
    cdef bint known[2]
    cdef int last_row
    cdef unsigned int middle[ROWS]   # the board without its outermost files and ranks
    cdef unsigned char ahead[2 * MAX_PATTERNS]   # hard heads that face forward, by colour
    cdef int stalling

    cdef int _lead(self) noexcept nogil
    cdef void _count_formations(self, int colour) noexcept nogil
    cdef void _count_supply(self, int colour) noexcept nogil
    cdef void _count_contact(self) noexcept nogil
