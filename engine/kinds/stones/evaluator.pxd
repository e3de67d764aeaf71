cimport cython

from engine.kinds.stones.patches cimport ROWS
from engine.kinds.stones.position cimport Stones
from engine.evaluation.evaluator cimport Evaluator

cdef enum:
    STONES = 0
    RINGS = 1
    SAFETY = 2
    MOBILITY = 3
    PATTERNS = 4
    EDGE = 5
    TERMS = 6

cdef enum:
    RINGS_VALUED = 8         # more rings count as this many

@cython.final
cdef class StonesEvaluator(Evaluator):
    cdef Stones stones
    cdef int values[2 * TERMS]       # of each side, in its own favour
    cdef unsigned int middle[ROWS]   # the board without its outermost lines
    cdef int ring_value[RINGS_VALUED + 1]
    cdef int stone
    cdef int ring_enemy
    cdef int ring_guard
    cdef int start
    cdef int far_start
    cdef int edge
    cdef int tempo

    cdef int _score(self) noexcept nogil
    cdef void _judge(self, int colour) noexcept nogil
    cdef int _safety(self, int colour) noexcept nogil
