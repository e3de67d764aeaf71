cimport cython

from amalthea.engine.evaluation.counted_evaluator cimport CountedEvaluator
from amalthea.engine.gess.patches cimport ROWS
from amalthea.engine.gess.position cimport GessPosition

# The counts of each side, in the order of amalthea.engine.gess.weights.UNITS.
cdef enum:
    STONE = 0
    SECOND_RING = 1
    FURTHER_RING = 2
    RING_ENEMY = 3
    RING_CLOSE = 4
    RING_GUARD = 5
    NEAR_RING = 6
    START = 7
    FAR_START = 8
    AHEAD = 9
    FAR_AHEAD = 10
    EDGE = 11
    ADVANCE = 12
    COUNTED = 13

cdef enum:
    PARTS = 16               # weights are in 1/16 of a centipawn
    RINGS_VALUED = 8         # further rings add nothing

@cython.final
cdef class GessEvaluator(CountedEvaluator):
    cdef GessPosition state
    cdef int last_row                # the row just outside the board on Black's side
    cdef unsigned int interior[ROWS]   # the board without its outermost files and ranks

    cdef void _count_side(self, int colour) noexcept nogil
    cdef void _count_ring_safety(self, int colour) noexcept nogil
