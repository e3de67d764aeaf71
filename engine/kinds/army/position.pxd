cimport cython

from engine.kinds.army.state cimport ArmyState

@cython.final
cdef class Army(ArmyState):
    cdef void _wipe(self) noexcept nogil
    cdef void _put(self, int code, int slot, int cell) noexcept nogil
    cdef bint dead_material(self) noexcept nogil
