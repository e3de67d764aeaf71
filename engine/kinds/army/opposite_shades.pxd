cimport cython

from engine.evaluation.over cimport EvaluatorOver
from engine.kinds.army.mailbox cimport TYPES
from engine.kinds.army.position cimport Army

@cython.final
cdef class OppositeShadesEvaluator(EvaluatorOver):
    cdef Army army
    cdef unsigned char one_shade[TYPES]

    cdef bint _are_opposite(self) noexcept nogil
    cdef int _shade(self, int colour) noexcept nogil
