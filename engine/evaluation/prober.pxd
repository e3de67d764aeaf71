cdef enum:
    UNPROBED = 32767         # no table knows the position, or what it says may not hold

# Who knows a position's outcome without a search; bound to one position.
cdef class Prober:
    cdef int probe(self) noexcept nogil
