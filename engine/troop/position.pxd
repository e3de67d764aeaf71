cimport cython

from amalthea.engine.core.moves cimport Move
from amalthea.engine.troop.state cimport FormationsState, Layout

@cython.final
cdef class Formations(FormationsState):
    cdef bint counts             # the stones, where play stalls
    cdef int standoff            # cp by which whoever thinks dislikes that; an evaluator sets it

    cdef _put_down(self, object setup)
    cdef void _see(self) noexcept nogil
    cdef void _settle(self, Layout* now, bint lost) noexcept nogil
    cdef unsigned long long _key_of(self, Layout* layout, int colour) noexcept nogil
    cdef int _lead(self) noexcept nogil
    cdef int _cell(self, tuple square)
