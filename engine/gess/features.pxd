cimport cython

from amalthea.engine.evaluation.features cimport Features
from amalthea.engine.gess.position cimport GessPosition
from amalthea.engine.stones.features cimport StoneNumbering

cdef enum:                   # sorts of features, each for both colours
    STONES
    RINGS
    BUT_FOR_ONE              # rings that lack one stone
    BUT_FOR_TWO              # rings that lack two stones
    FILLED                   # rings with an own stone in the centre
    SORTS

# The squares of a row around which at least one, two or three stones are missing.
cdef struct Missing:
    unsigned int one
    unsigned int two
    unsigned int three

@cython.final
cdef class GessFeatures(Features):
    cdef GessPosition state
    cdef StoneNumbering numbers

    cdef int _first_number(self, int plane, int row) noexcept nogil
