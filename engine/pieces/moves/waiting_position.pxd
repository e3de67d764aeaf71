cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.position cimport PiecesPosition
from amalthea.engine.pieces.moves.state cimport Undo

@cython.final
cdef class WaitingPosition(PiecesPosition):
    cdef bint _is_placing(self) noexcept nogil
    cdef int _add_placements(self, Candidate* out, int n) noexcept nogil
    cdef int _next_to_place(self) noexcept nogil
    cdef bint _may_wait(self, int kind, int cell) noexcept nogil
    cdef bint _is_gate(self, int cell) noexcept nogil
    cdef int _gate_of(self, Move move) noexcept nogil
    cdef int _vacated_cell(self, Move move) noexcept nogil
    cdef bint _flees_check(self, Move move) noexcept nogil
    cdef Move _with_entering_piece(self, Move move) noexcept nogil
    cdef int _gate_of_victim(self, Move move) noexcept nogil
    cdef int _waiting_gain(self, Move move) noexcept nogil
    cdef void _strand(self, Undo* undo, int which, int cell) noexcept nogil
