cimport cython

from amalthea.engine.gess.patches cimport Layout
from amalthea.engine.gess.state cimport GessState

@cython.final
cdef class GessPosition(GessState):
    cdef void _update(self) noexcept nogil
    cdef unsigned long long _board_key(self, Layout* layout) noexcept nogil
