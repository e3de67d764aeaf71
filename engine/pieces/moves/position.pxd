cimport cython

from amalthea.engine.pieces.moves.state cimport PiecesState

@cython.final
cdef class PiecesPosition(PiecesState):
    cdef bint only_captures                      # every move captures

    cdef bint _is_checked(self) noexcept nogil
    cdef int _stalemate_value(self) noexcept nogil
