cimport cython

from amalthea.engine.evaluation.features cimport Features
from amalthea.engine.stones.features cimport StoneNumbering
from amalthea.engine.troop.position cimport TroopPosition

@cython.final
cdef class TroopFeatures(Features):
    cdef TroopPosition state
    cdef StoneNumbering numbers
