from amalthea.engine.pieces.compiled.mailbox cimport CAN_CAPTURE
from amalthea.engine.pieces.compiled.tables cimport Tables

cdef enum:
    MAX_CELLS = 256         # of a board, numbered from 0 (a1), rank by rank

# One path from a cell to another: the cells between them must be empty.
cdef struct Path:
    unsigned short origin
    unsigned short to
    unsigned int flags       # CAN_MOVE, CAN_CAPTURE
    unsigned long long between[4]

# A piece's paths, sorted by where they begin, and again by where they end.
cdef struct PathLists:
    Path* onward
    Path* back
    int count
    int cells
    int onward_first[MAX_CELLS + 1]
    int back_first[MAX_CELLS + 1]
    int* first               # by origin * cells + to, among `onward`; -1 for none

cdef class PiecePaths:
    cdef PathLists lists

cdef inline bint is_clear(const Path* path, const unsigned long long* taken) noexcept nogil:
    """Return True if nothing stands between the ends of a path."""
    return (
        path.between[0] & taken[0]
        | path.between[1] & taken[1]
        | path.between[2] & taken[2]
        | path.between[3] & taken[3]
    ) == 0

cdef inline bint reaches(
    const PathLists* paths, int origin, int to, const unsigned long long* taken
) noexcept nogil:
    """Return True if a piece could capture on a cell."""
    cdef int i = paths.first[origin * paths.cells + to]
    if i < 0:
        return False
    while i < paths.count and paths.onward[i].origin == origin and paths.onward[i].to == to:
        if paths.onward[i].flags & CAN_CAPTURE and is_clear(paths.onward + i, taken):
            return True
        i += 1
    return False
