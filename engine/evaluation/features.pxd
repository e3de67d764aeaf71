from amalthea.engine.core.position cimport Position

cdef enum:
    MOST_PRESENT = 1024      # features of one position
    MOST_CHANGED = 512       # by one move

# Something of a position that comes (1) or leaves (-1), by its number from White's view.
cdef struct Change:
    int feature
    int count

cdef class Numbering:
    cdef readonly object variant
    cdef readonly int size       # numbers are below this
    cdef readonly int men_most   # `Features.men` of a full board
    cdef int* mirror             # by number, the same thing from Black's view
    cdef readonly list reflected # by number, the same thing with left and right exchanged

    cdef set_mirror(self, list mirror)

cdef class Features:
    cdef Position position
    cdef readonly Numbering numbering

    cdef int present(self, int* out) noexcept nogil
    cdef int changed(self, int ply, Change* out) noexcept nogil
    cdef int men(self) noexcept nogil
