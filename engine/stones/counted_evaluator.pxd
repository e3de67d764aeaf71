from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport Evaluator

cdef enum:
    PARTS = 16               # of a centipawn, in which counts are weighed
    MOST_COUNTS = 16         # that an evaluation may have

cdef class CountedEvaluator(Evaluator):
    cdef Position position
    cdef int counts[2 * MOST_COUNTS]   # White's `counted`, then Black's
    cdef int midgame[MOST_COUNTS]      # weights of the counts
    cdef int endgame[MOST_COUNTS]
    cdef int counted
    cdef int full            # stones of a new game
    cdef int tempo
    cdef tuple units         # counts that a weight is for
    cdef tuple groups        # of counts, as `terms` shows them: (name, end)

    cdef int _score(self) noexcept nogil
    cdef int _taper(self, long long midgame, long long endgame) noexcept nogil
    cdef void _count(self) noexcept nogil
    cdef int _stones_left(self) noexcept nogil
    cdef int _further(self) noexcept nogil
