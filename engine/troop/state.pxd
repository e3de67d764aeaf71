from amalthea.engine.stones.stone_position cimport StonePosition
from amalthea.engine.troop.patterns cimport CELLS, MAX_PATTERNS, ROWS, PatternBook, Patterns

# A position: what a move changes. A game is a stack of these; taking back is stepping down.
cdef struct Layout:
    unsigned int stones[2 * ROWS]        # by colour
    unsigned long long keys[2]           # of each colour's stones
    int counts[2]                        # stones
    int halfmove                         # plies since a stone was removed
    int verdict                          # 1 or -1: the side to move has won or lost
    bint unable                          # neither side has a formation: a draw

# The formations of a side.
cdef struct Ranks:
    unsigned long long key               # of the stones that they were found among
    bint known
    unsigned int found[MAX_PATTERNS * ROWS]   # by pattern: the stones that name one

# What the stones of the side to move may do, by cell; ways as in `patterns`.
cdef struct Ground:
    unsigned short open[CELLS]           # ways on which a soft stone may land
    unsigned short hard_open[CELLS]      # and a hard one
    unsigned short barred[CELLS]         # two steps over an enemy stone
    unsigned short contact[CELLS]        # ways that end on an enemy stone

# The data that the modules of this package work on; `Formations` is their one heir.
cdef class FormationsState(StonePosition):
    cdef Layout* stack
    cdef Patterns* patterns
    cdef PatternBook book                # that holds them
    cdef Ranks ranks[2]
    cdef Ground ground

cdef inline Layout* layout_of(FormationsState state) noexcept nogil:
    """The position as it stands."""
    return state.stack + state.ply

cdef Ranks* ranks_of(FormationsState state, int colour) noexcept nogil
