cimport cython

from amalthea.engine.core.moves cimport Move
from amalthea.engine.troop.state cimport FormationsState, Layout

@cython.final
cdef class Formations(FormationsState):
    cdef bint counts             # True if the stones are counted when play stalls
    cdef int standoff            # cost in cp of a draw to the side that searches; set by evaluators

    cdef _place_stones(self, object setup)
    cdef void _refresh(self) noexcept nogil
    cdef void _set_result(self, Layout* now, bint lost) noexcept nogil
    cdef unsigned long long _key_of(self, Layout* layout, int colour) noexcept nogil
    cdef int _lead(self) noexcept nogil
    cdef int _cell(self, tuple square)
