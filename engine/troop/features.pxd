cimport cython

from amalthea.engine.evaluation.features cimport Features, Numbering
from amalthea.engine.troop.position cimport Formations

@cython.final
cdef class FormationNumbering(Numbering):
    cdef int files
    cdef int cells

@cython.final
cdef class FormationFeatures(Features):
    cdef Formations formations
    cdef FormationNumbering numbers

    cdef int _number(self, int colour, int row, int bit) noexcept nogil
