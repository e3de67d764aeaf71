from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport ArmyState

cdef bint is_permitted(ArmyState army, Move move) noexcept nogil
cdef bint in_danger(ArmyState army, int colour) noexcept nogil
