from amalthea.engine.pieces.compiled.mailbox cimport CAN_CAPTURE
from amalthea.engine.pieces.compiled.tables cimport Tables

cdef enum:
    CELLS_MOST = 256         # of a board, numbered from 0 (a1), rank by rank

# One way from a cell to another: the cells between them must be empty.
cdef struct Way:
    unsigned short origin
    unsigned short to
    unsigned int flags       # CAN_MOVE, CAN_CAPTURE
    unsigned long long between[4]

# A piece's ways, sorted by where they begin, and again by where they end.
cdef struct WayLists:
    Way* onward
    Way* back
    int count
    int cells
    int onward_first[CELLS_MOST + 1]
    int back_first[CELLS_MOST + 1]
    int* first               # by origin * cells + to, among `onward`; -1 for none

cdef class Ways:
    cdef WayLists lists

cdef inline bint is_clear(const Way* way, const unsigned long long* taken) noexcept nogil:
    """Return True if nothing stands between the ends of a way."""
    return (
        way.between[0] & taken[0]
        | way.between[1] & taken[1]
        | way.between[2] & taken[2]
        | way.between[3] & taken[3]
    ) == 0

cdef inline bint reaches(
    const WayLists* ways, int origin, int to, const unsigned long long* taken
) noexcept nogil:
    """Return True if a piece could capture on a cell."""
    cdef int i = ways.first[origin * ways.cells + to]
    if i < 0:
        return False
    while i < ways.count and ways.onward[i].origin == origin and ways.onward[i].to == to:
        if ways.onward[i].flags & CAN_CAPTURE and is_clear(ways.onward + i, taken):
            return True
        i += 1
    return False
