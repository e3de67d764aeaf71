cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.position cimport PiecesPosition
from amalthea.engine.pieces.moves.state cimport Undo

@cython.final
cdef class LionPosition(PiecesPosition):
    cdef int _add_second_step_moves(self, Candidate* out, int n, int what) noexcept nogil
    cdef void _describe(self, Move move, Candidate* out) noexcept nogil
    cdef int _traded_cell(self, const Undo* undo) noexcept nogil
    cdef int _only_royal_cell(self, int colour) noexcept nogil
    cdef bint _royal_in_danger(self, int colour) noexcept nogil
    cdef bint _attacks_any(self, int cell) noexcept nogil
    cdef bint _last_move_attacks(self) noexcept nogil
    cdef void _look_for_ends(self) noexcept nogil
    cdef void _look_for_bare_royal(self) noexcept nogil
    cdef int _last_royal_cell(self, int colour) noexcept nogil
    cdef bint _loses_bare(self, int colour, int cell) noexcept nogil
