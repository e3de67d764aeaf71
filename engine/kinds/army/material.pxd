cimport cython

from engine.kinds.army.position cimport Army
from engine.kinds.army.state cimport Undo
from engine.kinds.army.worth cimport Worth

cdef enum:
    SUMS_KEPT = 256          # plies, a power of two: more than a search goes down

# What the pieces of a position add up to, from White's view.
cdef struct Sums:
    unsigned long long key   # hash key of the position
    int midgame              # centipawns
    int endgame
    int phase                # both sides' pieces together

@cython.final
cdef class Material:
    cdef Army army
    cdef Worth worth
    cdef Sums sums[SUMS_KEPT]    # by ply, those of an older game overwritten

    cdef Sums* now(self) noexcept nogil
    cdef void _carry(self, int known, int ply, const Undo* undo, int sign) noexcept nogil
    cdef void _add_up(self, Sums* sums) noexcept nogil
    cdef bint _holds(self, const Sums* sums) noexcept nogil
