cimport cython

from amalthea.engine.core.moves cimport Move
from amalthea.engine.troop.state cimport TroopState, Layout

@cython.final
cdef class TroopPosition(TroopState):
    cdef int standoff            # cost in cp of a draw to the side that searches; set by evaluators

    cdef void _update(self) noexcept nogil
    cdef void _update_result(self, Layout* now, bint lost) noexcept nogil
    cdef unsigned long long _key_of(self, Layout* layout, int colour) noexcept nogil
    cdef int _cell(self, tuple square)
