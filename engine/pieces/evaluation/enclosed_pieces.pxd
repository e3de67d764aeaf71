cimport cython

from amalthea.engine.evaluation.delegating_evaluator cimport DelegatingEvaluator
from amalthea.engine.pieces.compiled.mailbox cimport CELLS
from amalthea.engine.pieces.moves.position cimport PiecesPosition

cdef enum:
    MOBILITY = 0
    STABLE = 1
    CORNERS = 2
    PIECES = 3
    TERMS = 4

@cython.final
cdef class EnclosedPiecesEvaluator(DelegatingEvaluator):
    cdef PiecesPosition state
    cdef int worth[2 * TERMS]                    # cp by side and term, see `_count`
    cdef unsigned char stable[CELLS]             # 1: a piece that never changes sides again

    cdef int _total_score(self) noexcept nogil
    cdef void _count(self) noexcept nogil
    cdef void _count_piece(self, int cell) noexcept nogil
    cdef void _count_near_corner(self, int corner) noexcept nogil
    cdef bint _count_stable(self) noexcept nogil
    cdef bint _is_held(self, int cell, int occupant) noexcept nogil
