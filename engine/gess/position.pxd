cimport cython

from amalthea.engine.gess.patches cimport Layout
from amalthea.engine.gess.state cimport StonesState

@cython.final
cdef class Stones(StonesState):
    cdef _place_stones(self, object setup)
    cdef void _refresh(self) noexcept nogil
    cdef unsigned long long _board_key(self, Layout* layout) noexcept nogil
