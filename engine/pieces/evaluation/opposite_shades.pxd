cimport cython

from amalthea.engine.evaluation.delegating_evaluator cimport DelegatingEvaluator
from amalthea.engine.pieces.compiled.mailbox cimport TYPES
from amalthea.engine.pieces.moves.position cimport PiecesPosition

@cython.final
cdef class OppositeShadesEvaluator(DelegatingEvaluator):
    cdef PiecesPosition state
    cdef unsigned char one_shade[TYPES]

    cdef bint _are_opposite(self) noexcept nogil
    cdef int _shade_of(self, int colour) noexcept nogil
