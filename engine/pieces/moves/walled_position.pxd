cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.position cimport PiecesPosition
from amalthea.engine.pieces.moves.wall_choice cimport Survey

@cython.final
cdef class WalledPosition(PiecesPosition):
    cdef Candidate* plain                        # moves without walls
    cdef Survey found
    cdef int duck                                # its cell, 0: there is none

    cdef int _quiet_walls(self, const Candidate* plain, Candidate* out) noexcept nogil
    cdef bint _wins_game(self, Move move) noexcept nogil
    cdef unsigned long long _duck_key(self) noexcept nogil
