from amalthea.engine.pieces.moves.position cimport PiecesPosition

cdef void mark_attacks(PiecesPosition state, int by, unsigned int* marks, unsigned int mark) noexcept nogil
