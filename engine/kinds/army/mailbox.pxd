# The padded board of armies, the codes of pieces, and what kinds of moves armies have.

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

# Kinds of moves besides NORMAL ones.
cdef enum:
    PROMOTION = 1            # detail: the new type
    EN_PASSANT = 2
    CASTLING = 3             # detail: index of the castling
    ADVANCE = 4              # a pawn's long step, which may be captured in passing
    TURN = 5                 # detail: the new type; a setting taken after a move, or a pivot
    DROP = 6                 # detail: the type; it comes from the hand, cell 0

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
