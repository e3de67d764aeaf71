from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport Evaluator

cdef enum:
    PARTS = 16               # weights are in 1/16 of a centipawn
    MAX_COUNTS = 16         # maximum number of counts of an evaluation

cdef class CountedEvaluator(Evaluator):
    cdef Position position
    cdef int counts[2 * MAX_COUNTS]   # White's `counted` counts, then Black's
    cdef int midgame[MAX_COUNTS]      # weights of the counts
    cdef int endgame[MAX_COUNTS]
    cdef int counted         # number of counts of each side
    cdef int full            # stones at the start of a game
    cdef int tempo
    cdef tuple units         # how many counts each weight is for
    cdef tuple groups        # the terms that `terms` shows: (name, end of its counts)

    cdef int _score(self) noexcept nogil
    cdef int _taper(self, long long midgame, long long endgame) noexcept nogil
    cdef void _count(self) noexcept nogil
    cdef int _stones_left(self) noexcept nogil
    cdef int _uncounted_score(self) noexcept nogil
