# How patches of stones move, for all of them at once. Boards are rows of bits: label rank 1, just
# outside the board, is row 4, label file a is bit 4, and what lies around is always empty, so that
# shifts by up to four stay inside. A cell is row * 32 + bit. The cells of a patch are numbered by
# rows from 0 to 8; a direction has the number of the cell that it points to, the centre is 4.


cdef enum:
    ROWS = 32                # 18 ranks, two outside, padding
    FIRST_ROW = 4            # a centre's row is FIRST_ROW .. END_ROW - 1
    END_ROW = 24
    ROW_BITS = 32
    MARGIN_LABEL = 3         # a row less this is the label of its rank
    PATCH = 9
    CENTRE = 4
    LENGTHS = 19             # a move has 1 .. 18 steps
    SHORT_STEPS = 3          # the most of a patch without a stone in its centre
    OFFSETS = 35             # differences of two files or ranks, offset by
    NO_OFFSET = 17

cdef enum:
    UNKNOWN = 2              # of a yes or no

# A position: what a move changes. A game is a stack of these; taking back is stepping down.
cdef struct Layout:
    unsigned int stones[2 * ROWS]    # by colour
    unsigned int rings[2 * ROWS]     # centres of rings, by colour
    unsigned long long board_key     # of the stones alone
    int counts[2]                    # stones
    int ring_counts[2]
    int halfmove                     # plies since a stone was removed
    int threatened                   # the side to move, by a move that would win: or UNKNOWN

ctypedef unsigned int Rows[ROWS]

# What patches of either side can do on a board.
cdef struct Outlook:
    unsigned long long board_key     # of the layout that it was made for
    bint known
    unsigned int wide[ROWS]          # cells with a stone there, to the left or to the right
    unsigned int tall[ROWS]          # or above or below
    unsigned int contact[2 * ROWS]   # by colour: centres of patches that cover a stone of the other
    unsigned int starts[2 * PATCH * ROWS]        # from which a colour's may go in a direction

# All moves of a side.
cdef struct Sweep:
    unsigned long long board_key
    bint known
    int longest[PATCH]               # steps of the longest move by direction
    unsigned int arrivals[PATCH * LENGTHS * ROWS]   # where patches come to, by direction and steps

# Numbers that never change.
cdef class Geometry:
    cdef unsigned long long triples[2 * ROWS * ROW_BITS * 8]  # keys of three cells' stones
    cdef unsigned long long side_key
    cdef unsigned short near_short[OFFSETS * OFFSETS]  # directions in which a patch gets within
    cdef unsigned short near_long[OFFSETS * OFFSETS]   # two cells of that offset
    cdef unsigned char ringlike[1 << PATCH]            # patches that may bring most of a ring

cdef inline int dx_of(int direction) noexcept nogil:
    return direction % 3 - 1

cdef inline int dy_of(int direction) noexcept nogil:
    return direction // 3 - 1

cdef inline int step_of(int direction) noexcept nogil:
    """The difference of cells that one step makes."""
    return dy_of(direction) * ROW_BITS + dx_of(direction)

cdef inline int direction_of(int origin, int to) noexcept nogil:
    """From one cell towards another."""
    cdef int dx = to % ROW_BITS - origin % ROW_BITS
    cdef int dy = to // ROW_BITS - origin // ROW_BITS
    return 3 * ((dy > 0) - (dy < 0) + 1) + (dx > 0) - (dx < 0) + 1

cdef inline unsigned int moved(unsigned int row, int dx) noexcept nogil:
    """A row's bits `dx` files further, -1 to 1."""
    return row << (dx + 1) >> 1

cdef inline unsigned int patch_row(const unsigned int* rows, int cell, int dy) noexcept nogil:
    """Three cells of the patch around a centre, those `dy` rows above it, as bits 0 to 2."""
    return rows[cell // ROW_BITS + dy] >> (cell % ROW_BITS - 1) & 7

cdef inline int patch_of(const unsigned int* rows, int cell) noexcept nogil:
    """The stones around and on a centre, as bits by the number of the cell."""
    return (
        patch_row(rows, cell, -1) | patch_row(rows, cell, 0) << 3 | patch_row(rows, cell, 1) << 6
    )

cdef Geometry geometry()
cdef void find_rings(Layout* layout, int colour) noexcept nogil
cdef void play_on(Layout* layout, Geometry geometry, const unsigned int* inside, int us, int origin, int to) noexcept nogil
cdef void nearly_rings(const unsigned int* own, unsigned int* out) noexcept nogil
cdef void look_around(Outlook* outlook, const Layout* layout, const unsigned int* centres) noexcept nogil
cdef void sweep_board(Sweep* sweep, const Outlook* outlook, const Layout* layout, int us, const unsigned int* inside) noexcept nogil
cdef void may_go_on(const Outlook* outlook, int direction, int first, int last, unsigned int* out) noexcept nogil
cdef void grow(const unsigned int* rows, unsigned int* out) noexcept nogil
