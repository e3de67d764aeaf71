from amalthea.engine.evaluation.delegating_evaluator cimport DelegatingEvaluator
from amalthea.engine.pieces.moves.position cimport PiecesPosition

cdef class AddingEvaluator(DelegatingEvaluator):
    cdef PiecesPosition state

    cdef int added_score(self) noexcept nogil
