cimport cython

from amalthea.engine.core.position cimport Position

cdef enum:
    CORRECTION_KEYS = 1 << 14    # entries of a side and part, chosen by the lowest bits of the key
    CORRECTION_MAX = 1024        # errors stay within +-this

@cython.final
cdef class CorrectionHistory:
    cdef short* errors           # by side to move, part and key

    cdef short* _entry(self, int side, int part, unsigned long long key) noexcept nogil
    cpdef int correction(self, Position position, unsigned int line=*) noexcept nogil
    cpdef void update(self, Position position, int error, int depth, unsigned int line=*) noexcept nogil
