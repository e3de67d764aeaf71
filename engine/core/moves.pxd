# The move word, and the candidates that move generation returns.

ctypedef unsigned int Move  # only the position that made it can read it; 0 is "no move"

cdef enum:
    WHITE = 0
    BLACK = 1

# The bits of a move word: from and to square (10 bits each), move type (3), detail (9). Each
# position class numbers its squares, and defines the move types above NORMAL and the details.
cdef enum:
    TO_SHIFT = 10
    MOVE_TYPE_SHIFT = 20
    DETAIL_SHIFT = 23
    CELL_MASK = 1023
    MOVE_TYPE_MASK = 7
    NO_MOVE = 0
    NORMAL = 0

# The kinds of moves that a caller of `generate` asks for.
cdef enum:
    TACTICAL = 1             # captures and promotions
    QUIET = 2
    HELD_BACK = 4            # moves that are rarely good, left out of both where there are very many
    ALL_MOVES = 7

cdef enum:
    MAX_MOVES = 16384        # 128 of the most mobile pieces have some 4300 on 16x16, without walls
    VICTIMS = 64             # the victim of a candidate is less than this

# A generated move with the data that move ordering needs.
cdef struct Candidate:
    Move move
    int order                # score set by the move picker: the highest is tried first
    short gain               # immediate material gain in centipawns; of quiet moves, what is added
                             # to their history
    unsigned short slot      # piece and target square: index into the history tables
    unsigned char victim     # type of the captured piece, 0 if none
    unsigned char tactical   # 1 for captures and promotions
    unsigned char checks     # 1 for checks; set by the move picker when it orders quiet moves

cdef inline Move pack(int origin, int to, int move_type, int detail) noexcept nogil:
    return origin | to << TO_SHIFT | move_type << MOVE_TYPE_SHIFT | <Move>detail << DETAIL_SHIFT

cdef inline int origin_of(Move move) noexcept nogil:
    return move & CELL_MASK

cdef inline int to_of(Move move) noexcept nogil:
    return move >> TO_SHIFT & CELL_MASK

cdef inline int type_of(Move move) noexcept nogil:
    return move >> MOVE_TYPE_SHIFT & MOVE_TYPE_MASK

cdef inline int detail_of(Move move) noexcept nogil:
    return move >> DETAIL_SHIFT

# 1 in the debug build, in which make and unmake verify all incrementally updated data.
cdef extern from *:
    """
    #ifndef AMALTHEA_DEBUG
    #define AMALTHEA_DEBUG 0
    #endif
    """
    enum:
        DEBUG "AMALTHEA_DEBUG"
