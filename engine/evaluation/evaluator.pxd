cdef class Evaluator:
    cdef int evaluate(self, int alpha, int beta, int margin) noexcept nogil
