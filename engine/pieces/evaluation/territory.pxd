cimport cython

from amalthea.engine.pieces.compiled.mailbox cimport CELLS
from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

@cython.final
cdef class TerritoryEvaluator(AddingEvaluator):
    cdef int cell_worth                      # centipawns of a cell that one side reaches first
    cdef int turn_worth                      # and of one that both reach at once, for the side to move
    cdef short move_distance[2 * CELLS]      # moves that each side needs to a cell
    cdef unsigned char codes[CELLS]          # of the piece that comes there first
    cdef unsigned short queue[CELLS]         # cells from which steps are taken, the nearest first
    cdef int written

    cdef void _find_distances(self, int colour) noexcept nogil
    cdef void _enqueue(self, int cell) noexcept nogil
    cdef void _step_from(self, int colour, int cell) noexcept nogil
