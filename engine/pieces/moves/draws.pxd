from amalthea.engine.pieces.compiled.mailbox cimport Types
from amalthea.engine.pieces.moves.state cimport ArmyState

cdef int draw_value(ArmyState army) noexcept nogil
cdef int plies_without_progress(ArmyState army) noexcept nogil
cdef bint dead_material(ArmyState army, Types lone_types, Types same_shade_types) noexcept nogil
cdef int repetition_value(ArmyState army, int since) noexcept nogil
