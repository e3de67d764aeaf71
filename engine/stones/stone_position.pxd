from amalthea.engine.core.position cimport Position

cdef class StonePosition(Position):
    cdef read(self, object setup)
