cimport cython

from amalthea.engine.evaluation.features cimport Features, Numbering
from amalthea.engine.pieces.compiled.mailbox cimport CELLS, CODES, MAX_FILES, MAX_RANKS
from amalthea.engine.pieces.moves.position cimport PiecesPosition

@cython.final
cdef class PiecesNumbering(Numbering):
    cdef unsigned short of_place[CODES * CELLS]  # the number of a code on a cell
    cdef int first_blocked                       # of the first cell

@cython.final
cdef class PiecesFeatures(Features):
    cdef PiecesPosition state
    cdef PiecesNumbering numbers
    cdef int blocked[MAX_FILES * MAX_RANKS]      # numbers of blocked cells
    cdef int blocked_count

    cdef int _present_in_hand(self, int* out, int count) noexcept nogil
