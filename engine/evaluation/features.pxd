from amalthea.engine.core.position cimport Position

cdef enum:
    MAX_PRESENT = 1024      # maximum number of features of a position
    MAX_CHANGED = 512       # maximum number of features that one move changes

# A feature that a move adds (count 1) or removes (count -1), by its index from White's view.
cdef struct Change:
    int feature
    int count

cdef class Numbering:
    cdef readonly object variant
    cdef readonly int size       # number of features
    cdef readonly int max_pieces   # `Features.piece_count` of a full board
    cdef int* mirror             # index of each feature from Black's view
    cdef readonly list reflected # index of each feature with left and right exchanged

    cdef set_mirror(self, list mirror)

cdef class Features:
    cdef Position position
    cdef readonly Numbering numbering

    cdef int write_present(self, int* out) noexcept nogil
    cdef int write_changes(self, int ply, Change* out) noexcept nogil
    cdef int piece_count(self) noexcept nogil
