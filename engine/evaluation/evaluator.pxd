cdef class Evaluator:
    cdef const char* missing     # name of a missing method that was called, or NULL

    cdef int evaluate(self, int alpha, int beta, int margin) noexcept nogil
