cimport cython

from amalthea.engine.core.position cimport Position

cdef enum:
    ERRORS = 1 << 14         # of a side and part; keys share them by their lowest bits
    ERROR_MOST = 1024        # an error stays within +-this

@cython.final
cdef class Corrections:
    cdef short* errors       # by side to move, part and key

    cdef short* _row(self, Position position, int part) noexcept nogil
    cpdef int of(self, Position position) noexcept nogil
    cpdef void learn(self, Position position, int error, int depth) noexcept nogil
