from amalthea.engine.stones.stone_position cimport StonePosition
from amalthea.engine.troop.patterns cimport CELLS, MAX_PATTERNS, ROWS, PatternBook, Patterns

# The data that a move changes. A game is a stack of layouts, so unmaking a move only pops one.
cdef struct Layout:
    unsigned int stones[2 * ROWS]        # by colour
    unsigned long long keys[2]           # hash keys of the stones, by colour
    int counts[2]                        # stones, by colour
    int halfmove                         # plies since a stone was removed
    int verdict                          # 1 or -1: the side to move has won or lost
    bint unable                          # neither side has a formation: a draw

# The formations of a side.
cdef struct Ranks:
    unsigned long long key               # hash key of the stones that they belong to
    bint known
    unsigned int found[MAX_PATTERNS * ROWS]   # naming stones, by pattern

# The ways of each stone of the side to move, by cell; ways as in `patterns`.
cdef struct Ground:
    unsigned short open[CELLS]           # ways by which a soft stone may land
    unsigned short hard_open[CELLS]      # ways by which a hard stone may land
    unsigned short barred[CELLS]         # two steps over an enemy stone
    unsigned short contact[CELLS]        # ways that end on an enemy stone

# The data that the modules of this package share; `Formations` is its only subclass.
cdef class FormationsState(StonePosition):
    cdef Layout* stack
    cdef Patterns* patterns
    cdef PatternBook book                # keeps `patterns` alive
    cdef Ranks ranks[2]
    cdef Ground ground

cdef inline Layout* layout_of(FormationsState state) noexcept nogil:
    """Return the layout of the current position."""
    return state.stack + state.ply

cdef Ranks* ranks_of(FormationsState state, int colour) noexcept nogil
