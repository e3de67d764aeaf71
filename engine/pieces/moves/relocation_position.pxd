cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.position cimport PiecesPosition

@cython.final
cdef class RelocationPosition(PiecesPosition):
    cdef int _add_swaps(self, Candidate* out, int n) noexcept nogil
    cdef bint _may_swap(self) noexcept nogil
    cdef bint _can_swap(self, int cell, int other) noexcept nogil
    cdef bint _is_fixed(self, int code) noexcept nogil
    cdef int _add_returns(self, Candidate* out, int n, int what) noexcept nogil
    cdef bint _may_return(self, int origin, int to) noexcept nogil
    cdef bint _forks(self, int origin, int to) noexcept nogil
    cdef bint _can_move(self, int cell) noexcept nogil
    cdef bint _is_relocation(self, Move move) noexcept nogil
    cdef int _code_after(self, int code, Move move) noexcept nogil
