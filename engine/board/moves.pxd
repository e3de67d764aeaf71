# The move word, the candidate that a generator hands out, and the padded board's cells.

ctypedef unsigned int Move  # opaque outside the position that made it; 0 is "no move"

# Cells of the padded mailbox: rows of 32, the board's corner a1 three rows up and three files in,
# so that no step of a path (at most 3 long) leaves the array or wraps onto the board.
cdef enum:
    ROW = 32
    MARGIN = 3
    MAX_FILES = 16
    MAX_RANKS = 16
    CELLS = 704              # (MAX_RANKS + 2 * MARGIN) * ROW
    SHIFTS = 1024            # differences of two cells of the board, offset to be an index
    NO_SHIFT = 512

# A piece's code: five bits of type (from 1), one of colour. Colour of EDGE is neither.
cdef enum:
    EMPTY = 0
    TYPES = 32
    CODES = 64
    EDGE = 64                # off the board, or a blocked cell
    TYPE_MASK = 31
    COLOUR_SHIFT = 5

cdef enum:
    WHITE = 0
    BLACK = 1

# Move word: from and to (10 bits each), kind (3), detail (8).
cdef enum:
    TO_SHIFT = 10
    KIND_SHIFT = 20
    DETAIL_SHIFT = 23
    CELL_MASK = 1023
    KIND_MASK = 7
    NO_MOVE = 0

cdef enum:
    NORMAL = 0
    PROMOTION = 1            # detail: the new type
    EN_PASSANT = 2
    CASTLING = 3             # detail: index of the castling
    ADVANCE = 4              # a pawn's long step, which may be captured in passing
    TURN = 5                 # detail: the new type; a setting taken after a move, or a pivot

# What a generator is asked for, and what a candidate is.
cdef enum:
    TACTICAL = 1             # captures and promotions
    QUIET = 2
    ALL_MOVES = 3

cdef enum:
    MAX_MOVES = 4096         # no side of 64 pieces has more on 16x16

# One generated move with what ordering wants to know of it.
cdef struct Candidate:
    Move move
    int order                # set by the picker: higher is tried first
    short gain               # what it wins at first sight, centipawns; 0 for quiet moves
    unsigned short slot      # what moves and where to: index into history tables
    unsigned char victim     # type of the captured piece, 0 if none
    unsigned char tactical   # capture or promotion

cdef inline Move pack(int origin, int goal, int kind, int detail) noexcept nogil:
    return origin | goal << TO_SHIFT | kind << KIND_SHIFT | detail << DETAIL_SHIFT

cdef inline int origin_of(Move move) noexcept nogil:
    return move & CELL_MASK

cdef inline int goal_of(Move move) noexcept nogil:
    return move >> TO_SHIFT & CELL_MASK

cdef inline int kind_of(Move move) noexcept nogil:
    return move >> KIND_SHIFT & KIND_MASK

cdef inline int detail_of(Move move) noexcept nogil:
    return move >> DETAIL_SHIFT

cdef inline int cell_at(int file, int rank) noexcept nogil:
    return (rank + MARGIN) * ROW + file + MARGIN

cdef inline int file_of(int cell) noexcept nogil:
    return cell % ROW - MARGIN

cdef inline int rank_of(int cell) noexcept nogil:
    return cell // ROW - MARGIN

cpdef str cell_name(int cell)

# 1 in the debug build, whose makes and unmakes check every incremental datum.
cdef extern from *:
    """
    #ifndef AMALTHEA_DEBUG
    #define AMALTHEA_DEBUG 0
    #endif
    """
    enum:
        DEBUG "AMALTHEA_DEBUG"
