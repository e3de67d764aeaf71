cimport cython

from amalthea.engine.pieces.moves.state cimport PiecesState

cdef class PiecesPosition(PiecesState):
    @cython.final
    cdef bint _is_checked(self) noexcept nogil
    @cython.final
    cdef int _checkmate_value(self) noexcept nogil
    @cython.final
    cdef int _stalemate_value(self) noexcept nogil
    cdef bint _has_legal_move(self) noexcept nogil
