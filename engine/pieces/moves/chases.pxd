from amalthea.engine.pieces.moves.state cimport ArmyState

cdef int chasing_sides(ArmyState army, int since) noexcept nogil
