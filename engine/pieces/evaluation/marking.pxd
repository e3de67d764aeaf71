from amalthea.engine.pieces.moves.position cimport Army

cdef void mark_attacks(Army army, int by, unsigned int* marks, unsigned int mark) noexcept nogil
