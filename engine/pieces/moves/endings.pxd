from amalthea.engine.pieces.moves.state cimport ArmyState

cdef void look_for_end(ArmyState army) noexcept nogil
cdef void count_check(ArmyState army) noexcept nogil
cdef void discount_check(ArmyState army) noexcept nogil
