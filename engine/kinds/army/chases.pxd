from engine.kinds.army.state cimport ArmyState

cdef int chasing_sides(ArmyState army, int since) noexcept nogil
