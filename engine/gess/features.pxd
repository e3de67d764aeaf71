cimport cython

from amalthea.engine.evaluation.features cimport Features, Numbering
from amalthea.engine.gess.patches cimport Layout
from amalthea.engine.gess.position cimport Stones

cdef enum:                   # sorts of features, each for both colours
    STONES
    RINGS
    BUT_FOR_ONE              # rings that lack one stone
    BUT_FOR_TWO              # rings that lack two stones
    FILLED                   # rings with an own stone in the centre
    SORTS

# The squares of a row around which at least one, two or three stones are missing.
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
