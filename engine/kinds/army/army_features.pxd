cimport cython

from engine.evaluation.features cimport Features, Numbering
from engine.kinds.army.mailbox cimport CELLS, CODES, MAX_FILES, MAX_RANKS
from engine.kinds.army.position cimport Army

@cython.final
cdef class ArmyNumbering(Numbering):
    cdef unsigned short of_place[CODES * CELLS]  # the number of a code on a cell
    cdef int first_blocked                       # of the first cell

@cython.final
cdef class ArmyFeatures(Features):
    cdef Army army
    cdef ArmyNumbering numbers
    cdef int blocked[MAX_FILES * MAX_RANKS]      # numbers of blocked cells
    cdef int blocked_count
