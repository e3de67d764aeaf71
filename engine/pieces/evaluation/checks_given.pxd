cimport cython

from amalthea.engine.pieces.compiled.tables cimport CHECK_KEYS
from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

@cython.final
cdef class ChecksGivenEvaluator(AddingEvaluator):
    cdef int worth_left[CHECK_KEYS]              # centipawns by number of checks still to give
