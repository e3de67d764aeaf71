from engine.board.moves cimport Move
from engine.kinds.army.state cimport ArmyState

cdef bint is_permitted(ArmyState army, Move move) noexcept nogil
cdef bint in_danger(ArmyState army, int colour) noexcept nogil
