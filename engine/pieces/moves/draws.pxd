from amalthea.engine.pieces.compiled.mailbox cimport Types
from amalthea.engine.pieces.moves.state cimport ArmyState

cdef int drawn_value(ArmyState army) noexcept nogil
cdef int idle_plies(ArmyState army) noexcept nogil
cdef bint dead_material(ArmyState army, Types lone_types, Types same_shade_types) noexcept nogil
cdef int repetition_value(ArmyState army, int since) noexcept nogil
