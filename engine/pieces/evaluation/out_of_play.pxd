cimport cython

from amalthea.engine.pieces.compiled.mailbox cimport CELLS
from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

@cython.final
cdef class OutOfPlayEvaluator(AddingEvaluator):
    cdef int tempo                               # centipawns for the side to move
    cdef int last                                # the same if no piece is in play
    cdef bint has_piece_in_play
    cdef int idle[2]                             # centipawns of each side's pieces out of play
    cdef unsigned short parent[CELLS]            # of joined pieces; the root is its own
    cdef int sums[2 * CELLS]                     # centipawns by root and side

    cdef int _turn_value(self) noexcept nogil
    cdef void _find_idle(self) noexcept nogil
    cdef void _join_attacked(self, int cell) noexcept nogil
    cdef int _root(self, int cell) noexcept nogil
