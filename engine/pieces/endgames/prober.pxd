cimport cython

from amalthea.engine.core.buffer cimport Buffer
from amalthea.engine.evaluation.prober cimport Prober
from amalthea.engine.pieces.moves.position cimport PiecesPosition
from amalthea.engine.pieces.endgames.retrograde cimport MAX_PIECES, Grid

cdef enum:
    MAX_TABLES = 512        # of one game, those for colours exchanged among them

# A table as it is looked up; `signature` identifies its pieces in any order.
cdef struct Known:
    unsigned long long signature
    const unsigned char* values
    const Grid* grid
    long long nodes
    int piece_count
    int codes[MAX_PIECES]
    bint turned              # colours are exchanged, and the board is turned by half

@cython.final
cdef class TableProber(Prober):
    cdef PiecesPosition state
    cdef list owners                             # of what the tables point into
    cdef int count
    cdef int max_pieces
    cdef Known known[MAX_TABLES]

    cdef _add(self, object codes, object board, Buffer values, bint turned)
    cdef bint _ends_in_time(self, int plies) noexcept nogil
    cdef const Known* _find(self) noexcept nogil
    cdef int _value(self, const Known* table) noexcept nogil
