from engine.kinds.army.state cimport ArmyState

cdef bint is_consistent(ArmyState army) noexcept nogil
