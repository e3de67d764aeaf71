cimport cython

from amalthea.engine.evaluation.features cimport Features, Numbering
from amalthea.engine.gess.patches cimport Layout
from amalthea.engine.gess.position cimport Stones

cdef enum:                   # sorts of things, each of either colour
    STONES
    RINGS
    BUT_FOR_ONE              # rings but for one stone
    BUT_FOR_TWO
    FILLED                   # what would be a ring were its middle empty
    SORTS

# Cells of a row around which at least so many stones are lacking.
cdef struct Lack:
    unsigned int one
    unsigned int two
    unsigned int three

@cython.final
cdef class StoneNumbering(Numbering):
    cdef int files
    cdef int cells

@cython.final
cdef class StoneFeatures(Features):
    cdef Stones stones
    cdef StoneNumbering numbers

    cdef Layout* _layout(self, int ply) noexcept nogil
    cdef int _number(self, int plane, int row, int bit) noexcept nogil
