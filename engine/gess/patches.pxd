# Moves of patches, computed for all patches of a board at once. A board is an array of bit rows:
# the rank labelled 1, just outside the board, is row 4, and the file labelled a is bit 4. All bits
# around are 0, so shifts by up to four stay inside. A cell is row * 32 + bit. The cells of a patch
# are numbered by rows from 0 to 8, its centre is 4; a direction has the number of the cell to which
# it points.


cdef enum:
    ROWS = 32                # 18 ranks, two outside the board, and padding
    FIRST_ROW = 4            # centres of patches are in the rows FIRST_ROW to END_ROW - 1
    END_ROW = 24
    ROW_BITS = 32
    PATCH = 9
    CENTRE = 4
    LENGTHS = 19             # a move has 1 to 18 steps
    SHORT_STEPS = 3          # the most steps of a patch without a stone in its centre
    OFFSETS = 35             # number of differences between two files or ranks, -17 to 17
    NO_OFFSET = 17           # index of the difference 0

cdef enum:
    UNKNOWN = 2              # a truth value that has not been computed yet

# The data that a move changes.
cdef struct Layout:
    unsigned int stones[2 * ROWS]    # by colour
    unsigned int rings[2 * ROWS]     # centres of rings, by colour
    unsigned long long board_key     # hash key of the stones alone
    int counts[2]                    # stones, by colour
    int ring_counts[2]
    int halfmove                     # plies since a stone was removed
    int threatened                   # the opponent threatens to win at once: 0, 1 or UNKNOWN

ctypedef unsigned int Rows[ROWS]

# The mobility of the patches of both sides on a board.
cdef struct Mobility:
    unsigned long long board_key     # of the layout that it was computed for
    bint known
    unsigned int wide[ROWS]          # cells with a stone on them or on their left or right
    unsigned int tall[ROWS]          # cells with a stone on them or above or below
    unsigned int contact[2 * ROWS]   # by colour: centres of patches with an enemy stone
    unsigned int starts[2 * PATCH * ROWS]   # by colour and direction: centres that may move there

# All moves of a side.
cdef struct MoveSet:
    unsigned long long board_key
    bint known
    int longest[PATCH]               # steps of the longest move by direction
    unsigned int arrivals[PATCH * LENGTHS * ROWS]   # target cells by direction and steps

# Constant tables, shared by all positions.
cdef class Geometry:
    cdef unsigned long long triples[2 * ROWS * ROW_BITS * 8]  # hash keys of three adjacent cells
    cdef unsigned long long side_key
    # Directions in which a patch comes within two cells of an offset, in short and in long moves.
    cdef unsigned short near_short[OFFSETS * OFFSETS]
    cdef unsigned short near_long[OFFSETS * OFFSETS]
    cdef unsigned char ringlike[1 << PATCH]            # patches that may be most of a ring

cdef inline int dx_of(int direction) noexcept nogil:
    return direction % 3 - 1

cdef inline int dy_of(int direction) noexcept nogil:
    return direction // 3 - 1

cdef inline int step_of(int direction) noexcept nogil:
    """Return the difference between the cells of one step."""
    return dy_of(direction) * ROW_BITS + dx_of(direction)

cdef inline int direction_of(int origin, int to) noexcept nogil:
    """Return the direction from one cell to another."""
    cdef int dx = to % ROW_BITS - origin % ROW_BITS
    cdef int dy = to // ROW_BITS - origin // ROW_BITS
    return 3 * ((dy > 0) - (dy < 0) + 1) + (dx > 0) - (dx < 0) + 1

cdef inline unsigned int shift_row(unsigned int row, int dx) noexcept nogil:
    """Return the bits of a row shifted by `dx` files, -1 to 1."""
    return row << (dx + 1) >> 1

cdef inline unsigned int patch_row(const unsigned int* rows, int cell, int dy) noexcept nogil:
    """Return the three cells of a patch `dy` rows above its centre, as bits 0 to 2."""
    return rows[cell // ROW_BITS + dy] >> (cell % ROW_BITS - 1) & 7

cdef inline int patch_of(const unsigned int* rows, int cell) noexcept nogil:
    """Return the stones of a patch as bits by the number of the cell."""
    return (
        patch_row(rows, cell, -1) | patch_row(rows, cell, 0) << 3 | patch_row(rows, cell, 1) << 6
    )

cdef Geometry geometry()
cdef void find_rings(Layout* layout, int colour) noexcept nogil
cdef void move_patch(Layout* layout, Geometry geometry, const unsigned int* inside, int us, int origin, int to) noexcept nogil
cdef void find_near_rings(const unsigned int* own, unsigned int* out) noexcept nogil
cdef void find_mobility(Mobility* mobility, const Layout* layout, const unsigned int* centres) noexcept nogil
cdef void find_moves(MoveSet* moves, const Mobility* mobility, const Layout* layout, int us, const unsigned int* inside) noexcept nogil
cdef void find_open_cells(const Mobility* mobility, int direction, int first, int last, unsigned int* out) noexcept nogil
cdef void add_neighbours(const unsigned int* rows, unsigned int* out) noexcept nogil
