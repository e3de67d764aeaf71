cimport cython

from amalthea.engine.evaluation.delegating_evaluator cimport DelegatingEvaluator
from amalthea.engine.pieces.compiled.tables cimport CHECK_KEYS
from amalthea.engine.pieces.moves.position cimport PiecesPosition

@cython.final
cdef class ChecksGivenEvaluator(DelegatingEvaluator):
    cdef PiecesPosition state
    cdef int worth_left[CHECK_KEYS]              # centipawns by checks that are left to give

    cdef int _given(self) noexcept nogil
