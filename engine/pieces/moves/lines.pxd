from amalthea.engine.pieces.moves.state cimport ArmyState

cdef void look_for_line(ArmyState army) noexcept nogil
