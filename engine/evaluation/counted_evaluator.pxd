from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport MAX_SCORE, Evaluator

cdef enum:
    MAX_COUNTS = 80         # maximum number of counts of an evaluation

cdef class CountedEvaluator(Evaluator):
    cdef Position position
    cdef int counts[2 * MAX_COUNTS]   # White's, then from MAX_COUNTS on Black's
    cdef int midgame[MAX_COUNTS]      # weights of the counts, in parts of a centipawn
    cdef int endgame[MAX_COUNTS]
    cdef int count_total     # number of counts of each side
    cdef int parts           # parts of a centipawn
    cdef int full_phase      # phase at the start of a game
    cdef int tempo           # centipawns for the side to move
    cdef list units          # how many of each count its weights are for
    cdef tuple groups        # the terms that `terms` shows: (name, end of its counts)

    cdef void count(self) noexcept nogil
    cdef int phase_left(self) noexcept nogil
    cdef int full_score(self) noexcept nogil
    cdef int score_from_sums(self, long long midgame, long long endgame) noexcept nogil

cdef inline void sum_counts(CountedEvaluator evaluator, long long* midgame, long long* endgame) noexcept nogil:
    """Write the sums of White's counts minus Black's with the weights of both phases."""
    cdef long long count
    cdef int i
    midgame[0] = 0
    endgame[0] = 0
    for i in range(evaluator.count_total):
        count = evaluator.counts[i] - evaluator.counts[MAX_COUNTS + i]
        midgame[0] += count * evaluator.midgame[i]
        endgame[0] += count * evaluator.endgame[i]

cdef inline int taper(CountedEvaluator evaluator, long long midgame, long long endgame, int phase, int parts) noexcept nogil:
    """Return the centipawns between the scores of both phases, given in parts of a centipawn."""
    cdef long long left = min(phase, evaluator.full_phase)
    cdef long long score = midgame * left + endgame * (evaluator.full_phase - left)
    return max(-MAX_SCORE, min(MAX_SCORE, score // (parts * evaluator.full_phase)))
