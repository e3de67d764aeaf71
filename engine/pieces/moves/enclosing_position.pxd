cimport cython

from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.position cimport PiecesPosition
from amalthea.engine.pieces.moves.state cimport Undo

@cython.final
cdef class EnclosingPosition(PiecesPosition):
    cdef Move _passing_move(self) noexcept nogil
    cdef void _refill_hand(self, Undo* undo) noexcept nogil
