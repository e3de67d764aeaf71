from amalthea.engine.stones.position cimport StonePosition
from amalthea.engine.troop.patterns cimport CELLS, MAX_PATTERNS, ROWS, PatternTables, Patterns

# The data that a move changes.
cdef struct Layout:
    unsigned int stones[2 * ROWS]        # by colour
    unsigned long long keys[2]           # hash keys of the stones, by colour
    int counts[2]                        # stones, by colour
    int halfmove                         # plies since a stone was removed
    int verdict                          # 1 or -1: the side to move has won or lost
    bint no_formations                   # neither side has a formation: a draw

# The formations of a side.
cdef struct FormationSet:
    unsigned long long key               # hash key of the stones that they belong to
    bint known
    unsigned int found[MAX_PATTERNS * ROWS]   # naming stones, by pattern

# The vectors of each stone of the side to move, by cell; vectors as in `patterns`.
cdef struct VectorSets:
    unsigned short open[CELLS]           # vectors by which a soft stone may land
    unsigned short hard_open[CELLS]      # vectors by which a hard stone may land
    unsigned short barred[CELLS]         # two steps over an enemy stone
    unsigned short contact[CELLS]        # vectors that end on an enemy stone

# The data that the modules of this package share; `TroopPosition` is its only subclass.
cdef class TroopState(StonePosition):
    cdef Patterns* patterns
    cdef bint counts_stones              # the side with more stones wins when play stalls
    cdef PatternTables tables            # keeps `patterns` alive
    cdef FormationSet formations[2]
    cdef VectorSets vector_sets

cdef inline Layout* layout_at(TroopState state, int ply) noexcept nogil:
    return <Layout*>state.layouts + ply

cdef inline Layout* layout_of(TroopState state) noexcept nogil:
    """Return the layout of the current position."""
    return layout_at(state, state.ply)

cdef inline int lead_of(TroopState state, int colour) noexcept nogil:
    """Return 1 or -1 if a side wins or loses by the count of stones, else 0."""
    cdef Layout* now = layout_of(state)
    if not state.counts_stones:
        return 0
    return (now.counts[colour] > now.counts[1 - colour]) - (now.counts[colour] < now.counts[1 - colour])

cdef FormationSet* formations_of(TroopState state, int colour) noexcept nogil
