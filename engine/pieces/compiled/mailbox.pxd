# The padded board, the codes of pieces, and the kinds of moves.

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

# A piece's code: six bits of type (from 1), one of colour. Colour of EDGE is neither.
cdef enum:
    EMPTY = 0
    COLOUR_SHIFT = 6
    TYPES = 1 << COLOUR_SHIFT
    TYPE_MASK = TYPES - 1
    CODES = 2 * TYPES
    EDGE = CODES             # off the board, or a blocked cell

ctypedef unsigned long long Types    # a set of types, as bits

cdef inline Types type_bit(int kind) noexcept nogil:
    return <Types>1 << kind

# Kinds of moves besides NORMAL ones.
cdef enum:
    PROMOTION = 1            # detail: the new type
    EN_PASSANT = 2
    ADVANCE = 3              # a pawn's long step, which may be captured en passant
    TURN = 4                 # detail: the new type; a setting taken after a move, or a pivot
    CASTLING = 5             # detail: index of the castling; from here on more than one piece moves
    DROP = 6                 # detail: the type; it comes from the hand, cell 0
    GATING = 7               # detail: the type that enters where a first move or a castling begins

# What a piece may do at a stop.
cdef enum:
    CAN_MOVE = 1             # stay there if the cell is empty
    CAN_CAPTURE = 2          # take an enemy and stay there
    UNMOVED = 4              # either only with the unmoved right of the piece

# The hand, as a cell: none of the board.
cdef enum:
    IN_HAND = 0

cdef inline int cell_at(int file, int rank) noexcept nogil:
    return (rank + MARGIN) * ROW + file + MARGIN

cdef inline int file_of(int cell) noexcept nogil:
    return cell % ROW - MARGIN

cdef inline int rank_of(int cell) noexcept nogil:
    return cell // ROW - MARGIN

cdef str cell_name(int cell)
