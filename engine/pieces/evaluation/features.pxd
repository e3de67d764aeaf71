cimport cython

from amalthea.engine.evaluation.features cimport Features, Numbering
from amalthea.engine.pieces.compiled.mailbox cimport CELLS, CODES, MAX_FILES, MAX_RANKS
from amalthea.engine.pieces.moves.position cimport Army

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
