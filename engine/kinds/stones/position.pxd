cimport cython

from engine.kinds.stones.patches cimport Layout
from engine.kinds.stones.state cimport StonesState

@cython.final
cdef class Stones(StonesState):
    cdef _put_down(self, object setup)
    cdef void _see(self) noexcept nogil
    cdef unsigned long long _board_key(self, Layout* layout) noexcept nogil
