cimport cython

from engine.evaluation.evaluator cimport Evaluator
from engine.kinds.army.mailbox cimport TYPES
from engine.kinds.army.position cimport Army

@cython.final
cdef class OppositeShadesEvaluator(Evaluator):
    cdef Army army
    cdef readonly Evaluator inner                # of all positions, without what is known here
    cdef unsigned char one_shade[TYPES]

    cdef bint _are_opposite(self) noexcept nogil
    cdef int _shade(self, int colour) noexcept nogil
