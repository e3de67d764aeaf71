cdef enum:
    MAX_SCORE = 30000       # cp: the bound of evaluations, below the scores of wins

cdef class Evaluator:
    cdef const char* missing     # name of a missing method that was called, or NULL

    cdef int evaluate(self, int alpha, int beta, int margin) noexcept nogil
