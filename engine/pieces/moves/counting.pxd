from amalthea.engine.pieces.moves.state cimport ArmyState, Undo

cdef void count_on(ArmyState army, Undo* undo, int kind) noexcept nogil
cdef void count_back(ArmyState army, Undo* undo) noexcept nogil
cdef void note_count(ArmyState army) noexcept nogil
cdef bint counted_out(ArmyState army) noexcept nogil
