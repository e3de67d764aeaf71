from amalthea.engine.pieces.moves.state cimport ArmyState

cdef bint is_consistent(ArmyState army) noexcept nogil
