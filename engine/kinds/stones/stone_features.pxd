cimport cython

from engine.evaluation.features cimport Features, Numbering
from engine.kinds.stones.patches cimport ROWS
from engine.kinds.stones.position cimport Stones

cdef enum:
    SORTS = 5                # of things, each of either colour

# Where things of each sort are: by sort, colour and row.
ctypedef unsigned int Planes[SORTS * 2 * ROWS]

@cython.final
cdef class StoneNumbering(Numbering):
    cdef int files
    cdef int cells

@cython.final
cdef class StoneFeatures(Features):
    cdef Stones stones
    cdef StoneNumbering numbers

    cdef int _number(self, int plane, int row, int bit) noexcept nogil
