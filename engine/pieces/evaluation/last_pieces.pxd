cimport cython

from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

@cython.final
cdef class LastPiecesEvaluator(AddingEvaluator):
    cdef int worth                               # centipawns that very many pieces count more than one

    cdef int _expendable_value(self, int colour) noexcept nogil
