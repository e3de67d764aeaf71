cimport cython

from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

@cython.final
cdef class ClosedGatesEvaluator(AddingEvaluator):
    cdef int _stuck_value(self, int colour) noexcept nogil
