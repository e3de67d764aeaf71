from amalthea.engine.core.position cimport Position

cdef enum:
    MAX_RANKS = 32

cdef struct BothSides:
    unsigned int rows[2 * MAX_RANKS]

cdef class StonePosition(Position):
    cdef size_t layout_size      # bytes of a layout
    cdef int files
    cdef int ranks
    cdef int first_bit           # bit of the first file in the rows of a layout
    # The fields above from `layout_size` on are copied as one block.
    cdef void* layouts           # the layout of each ply; its type is the subclass's own

    cdef set_up(self, object setup)
    cdef unsigned int* rows_of(self, int colour) noexcept nogil
    cdef dict colours(self)
    cdef int count_stones(self, int colour) noexcept nogil
