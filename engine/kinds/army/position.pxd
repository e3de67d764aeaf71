cimport cython

from engine.kinds.army.state cimport ArmyState

@cython.final
cdef class Army(ArmyState):
    cdef _fill_hands(self, dict hands)
    cdef void _wipe(self) noexcept nogil
    cdef void _put(self, int code, int slot, int cell) noexcept nogil
    cdef bint dead_material(self, unsigned int lone_types, unsigned int same_shade_types) noexcept nogil
