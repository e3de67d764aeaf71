from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport ArmyState, Taken, Undo

cdef unsigned long long key_after(ArmyState army, Move move) noexcept nogil
cdef void make(ArmyState army, Move move) noexcept nogil
cdef void unmake(ArmyState army) noexcept nogil
cdef void make_null(ArmyState army) noexcept nogil
cdef void unmake_null(ArmyState army) noexcept nogil
cdef void _remember(ArmyState army, Undo* undo, Move move) noexcept nogil
cdef void _recall(ArmyState army, Undo* undo) noexcept nogil
cdef void _take(ArmyState army, Undo* undo, int cell) noexcept nogil
cdef void _put_back(ArmyState army, Taken* taken) noexcept nogil
cdef void _step(ArmyState army, Undo* undo, int origin, int to, int code, int arriving) noexcept nogil
cdef void _become(ArmyState army, int code, int other) noexcept nogil
cdef void _lose_rights(ArmyState army, unsigned int lost) noexcept nogil
