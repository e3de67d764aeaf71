cdef class Evaluator:
    cdef const char* missing     # a method that was called and that the class lacks, NULL: none

    cdef int evaluate(self, int alpha, int beta, int margin) noexcept nogil
