cimport cython

from engine.evaluation.evaluator cimport Evaluator
from engine.kinds.formations.patterns cimport MAX_PATTERNS, ROWS
from engine.kinds.formations.position cimport Formations

# What is counted of each side, in the order of engine.kinds.formations.weights.COUNTS.
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
    PARTS = 16               # of a centipawn, in which counts are weighed

@cython.final
cdef class FormationsEvaluator(Evaluator):
    cdef Formations position
    cdef int counts[2 * COUNTED]     # of each side
    cdef unsigned long long keys[2]  # of the stones that they are of
    cdef bint known[2]
    cdef int midgame[COUNTED]        # weights of the counts
    cdef int endgame[COUNTED]
    cdef int full                    # stones of a new game
    cdef int last_row
    cdef unsigned int middle[ROWS]   # the board without its outermost lines
    cdef unsigned char ahead[2 * MAX_PATTERNS]   # hard heads that face ahead, by colour
    cdef int tempo
    cdef int stalling

    cdef int _score(self) noexcept nogil
    cdef int _taper(self, long long midgame, long long endgame) noexcept nogil
    cdef int _stones_left(self) noexcept nogil
    cdef int _lead(self) noexcept nogil
    cdef int _stall_score(self) noexcept nogil
    cdef void _judge(self) noexcept nogil
    cdef void _judge_alone(self, int colour) noexcept nogil
    cdef void _judge_supply(self, int colour) noexcept nogil
    cdef void _judge_contact(self) noexcept nogil
