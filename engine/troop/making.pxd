from amalthea.engine.core.moves cimport Move
from amalthea.engine.troop.patterns cimport ROW_BITS, Member, Patterns
from amalthea.engine.troop.state cimport Layout

# The stones that are removed when a formation lands.
cdef struct Landing:
    int taken                # enemy stones
    int lost                 # own stones

cdef inline int vector_of(int origin, int to) noexcept nogil:
    """Return the vector from a cell to another that one step or two lead to."""
    cdef int right = to % ROW_BITS - origin % ROW_BITS
    cdef int up = to // ROW_BITS - origin // ROW_BITS
    cdef int far = right > 1 or right < -1 or up > 1 or up < -1
    # The direction in eighths clockwise from north, from the signs of both differences.
    cdef int across = (right > 0) - (right < 0)
    cdef int along = (up > 0) - (up < 0)
    cdef int eighth = 2 - along if across > 0 else 6 + along if across < 0 else 2 - 2 * along
    return far * 8 + eighth

cdef bint is_possible(const Patterns* patterns, const Layout* layout, int us, Move move) noexcept nogil
cdef Landing landing_of(const Patterns* patterns, const Layout* layout, int us, Move move) noexcept nogil
cdef void move_formation(const Patterns* patterns, Layout* layout, int us, Move move) noexcept nogil
cdef int _outcome(const Patterns* patterns, const Member* member, const unsigned int* enemy, int cell, int vector) noexcept nogil
