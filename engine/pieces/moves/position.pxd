cimport cython

from amalthea.engine.pieces.moves.state cimport PiecesState

@cython.final
cdef class PiecesPosition(PiecesState):
    cdef bint only_captures                      # every move captures

    cdef _set_up_state(self, setup)
    cdef _fill_hands(self, dict hands)
    cdef void _wipe(self) noexcept nogil
    cdef void _put(self, int code, int slot, int cell) noexcept nogil
