from amalthea.engine.core.position cimport Position

cdef class PlainPosition(Position):
    cdef bint is_draw            # True if `status` is a draw
    cdef list past               # (halfmove, verdict, is_draw) of the earlier positions, by ply
    cdef object failure          # exception of a Python method, kept where none can be raised

    cdef _refresh(self)
