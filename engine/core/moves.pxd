# The move word and the candidate that a generator hands out.

ctypedef unsigned int Move  # opaque outside the position that made it; 0 is "no move"

cdef enum:
    WHITE = 0
    BLACK = 1

# Move word: from and to (10 bits each), kind (3), detail (8). The cells are those of the position's
# own board, kinds above NORMAL and details are its own, too.
cdef enum:
    TO_SHIFT = 10
    MOVE_TYPE_SHIFT = 20
    DETAIL_SHIFT = 23
    CELL_MASK = 1023
    MOVE_TYPE_MASK = 7
    NO_MOVE = 0
    NORMAL = 0

# What a generator is asked for, and what a candidate is.
cdef enum:
    TACTICAL = 1             # captures and promotions
    QUIET = 2
    ALL_MOVES = 3

cdef enum:
    MAX_MOVES = 4096         # no side of 64 pieces has more on 16x16
    VICTIMS = 64             # a candidate's victim is below this

# One generated move with what ordering wants to know of it.
cdef struct Candidate:
    Move move
    int order                # set by the picker: higher is tried first
    short gain               # what it wins at first sight, centipawns; 0 for quiet moves
    unsigned short slot      # what moves and where to: index into history tables
    unsigned char victim     # type of the captured piece, 0 if none
    unsigned char tactical   # capture or promotion
    unsigned char checks     # set by the picker where it orders quiet moves: gives check

cdef inline Move pack(int origin, int to, int kind, int detail) noexcept nogil:
    return origin | to << TO_SHIFT | kind << MOVE_TYPE_SHIFT | detail << DETAIL_SHIFT

cdef inline int origin_of(Move move) noexcept nogil:
    return move & CELL_MASK

cdef inline int to_of(Move move) noexcept nogil:
    return move >> TO_SHIFT & CELL_MASK

cdef inline int type_of(Move move) noexcept nogil:
    return move >> MOVE_TYPE_SHIFT & MOVE_TYPE_MASK

cdef inline int detail_of(Move move) noexcept nogil:
    return move >> DETAIL_SHIFT

# 1 in the debug build, whose makes and unmakes check every incremental datum.
cdef extern from *:
    """
    #ifndef AMALTHEA_DEBUG
    #define AMALTHEA_DEBUG 0
    #endif
    """
    enum:
        DEBUG "AMALTHEA_DEBUG"
