cimport cython

from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport Evaluator
from amalthea.engine.evaluation.features cimport Features
from amalthea.engine.evaluation.net cimport Net

cdef enum:
    CACHED_PLIES = 256       # plies with an accumulator: a power of two, more than a search is deep

@cython.final
cdef class NetEvaluator(Evaluator):
    cdef Position position
    cdef Features features
    cdef Net net
    cdef unsigned long long keys[CACHED_PLIES]   # [ply]: hash key of the accumulator's position
    cdef short* units                            # [ply][perspective][unit], White's view first
    cdef int* direct                             # [ply][bucket], White's perspective
    cdef int max_pieces
    cdef const int* mirror

    cdef int _score(self) noexcept nogil
    cdef int _accumulator_score(self, int row, int piece_count) noexcept nogil
    cdef void _catch_up(self) noexcept nogil
    cdef void _refresh(self, int row) noexcept nogil
    cdef void _sum_features(self, int row, const int* numbers, int count) noexcept nogil
    cdef void _update_accumulator(self, int made, int origin, int to, int sign) noexcept nogil
    cdef void _abort_unless_right(self) noexcept nogil
