cimport cython

from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

@cython.final
cdef class LastPiecesEvaluator(AddingEvaluator):
    cdef int worth                               # centipawns of very many pieces above one

    cdef int _worth(self, int colour) noexcept nogil
