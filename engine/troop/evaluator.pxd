cimport cython

from amalthea.engine.evaluation.counted_evaluator cimport CountedEvaluator
from amalthea.engine.troop.patterns cimport MAX_PATTERNS, ROWS
from amalthea.engine.troop.position cimport TroopPosition

# The counts of each side, in the order of amalthea.engine.troop.weights.UNITS.
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

cdef enum:
    PARTS = 16               # weights are in 1/16 of a centipawn

@cython.final
cdef class TroopEvaluator(CountedEvaluator):
    cdef TroopPosition state
    cdef unsigned long long keys[2]  # hash keys of the stones that were counted, by colour
    cdef bint known[2]
    cdef int last_row
    cdef unsigned int interior[ROWS]   # the board without its outermost files and ranks
    cdef unsigned char ahead[2 * MAX_PATTERNS]   # hard heads that face forward, by colour
    cdef int stalling

    cdef int _stalling_score(self) noexcept nogil
    cdef void _count_alone(self, int colour) noexcept nogil
    cdef void _count_supply(self, int colour) noexcept nogil
    cdef void _count_contact(self) noexcept nogil
