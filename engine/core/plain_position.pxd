from amalthea.engine.core.position cimport Position

cdef class PlainPosition(Position):
    cdef bint drawn              # as `status` says
    cdef list past               # (halfmove, verdict, drawn) of the earlier positions, by ply
    cdef object failure          # what a method in Python raised where nothing can be raised

    cdef _see(self)
