from amalthea.engine.core.moves cimport Move
from amalthea.engine.troop.patterns cimport ROW_BITS, Patterns
from amalthea.engine.troop.state cimport Layout

# What landing has done to the stones of both.
cdef struct Landing:
    int taken                # enemy stones
    int lost                 # own ones

cdef inline int way_of(int origin, int to) noexcept nogil:
    """From a cell to another in one step or two; only of moves."""
    cdef int right = to % ROW_BITS - origin % ROW_BITS
    cdef int up = to // ROW_BITS - origin // ROW_BITS
    cdef int far = right > 1 or right < -1 or up > 1 or up < -1
    # Eighths clockwise from north, by the signs of both.
    cdef int across = (right > 0) - (right < 0)
    cdef int along = (up > 0) - (up < 0)
    cdef int eighth = 2 - along if across > 0 else 6 + along if across < 0 else 2 - 2 * along
    return far * 8 + eighth

cdef bint is_possible(const Patterns* patterns, const Layout* layout, int us, Move move) noexcept nogil
cdef Landing landing_of(const Patterns* patterns, const Layout* layout, int us, Move move) noexcept nogil
cdef void play_on(const Patterns* patterns, Layout* layout, int us, Move move) noexcept nogil
