cdef enum:
    UNPROBED = 32767         # no table has the position, or its entry may not hold here

# A prober looks up the proven result of one position.
cdef class Prober:
    cdef int probe(self) noexcept nogil
