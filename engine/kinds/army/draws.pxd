from engine.kinds.army.state cimport ArmyState

cdef int drawn_value(ArmyState army) noexcept nogil
cdef bint dead_material(ArmyState army, unsigned int lone_types, unsigned int same_shade_types) noexcept nogil
cdef int repetition_value(ArmyState army, int since) noexcept nogil
