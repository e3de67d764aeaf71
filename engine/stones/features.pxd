cimport cython

from amalthea.engine.core.bits cimport lowest_bit
from amalthea.engine.evaluation.features cimport Change, Numbering

@cython.final
cdef class StoneNumbering(Numbering):
    cdef int files
    cdef int squares

cdef inline int first_number(StoneNumbering numbering, int plane, int rank, int first_bit) noexcept nogil:
    """Return the number of the feature at bit 0 of a rank whose first file is `first_bit`."""
    return plane * numbering.squares + rank * numbering.files - first_bit

cdef inline int list_features(unsigned int bits, int first, int* out, int count) noexcept nogil:
    """Append the features of a row to `out`, which has `count`; return the new count.

    first: the number of the feature at bit 0.
    """
    while bits:
        out[count] = first + lowest_bit(bits)
        count += 1
        bits &= bits - 1
    return count

cdef inline int list_changes(unsigned int before, unsigned int after, int first, Change* out, int count) noexcept nogil:
    """Append the changes of a row to `out`, which has `count`; return the new count."""
    cdef unsigned int bits = before ^ after
    cdef int bit
    while bits:
        bit = lowest_bit(bits)
        out[count].feature = first + bit
        out[count].count = 1 if after >> bit & 1 else -1
        count += 1
        bits &= bits - 1
    return count
