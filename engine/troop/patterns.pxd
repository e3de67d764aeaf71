cimport cython

# Formations of a game, compiled: bit rows to find them, cells to move them. A board is an array of
# bit rows; two rows and two bits around it are always 0, so that cells two steps away can be read
# without checks. A cell is row * 32 + bit. A vector is a direction with a number of steps: vectors 0 to 7
# are one step in the directions of amalthea.engine.troop.shapes, 8 to 15 are two steps.

cdef enum:
    ROWS = 24
    FIRST_ROW = 2            # rank 1
    FIRST_BIT = 2            # file a
    ROW_BITS = 32
    CELLS = ROWS * ROW_BITS
    DIRECTIONS = 8
    VECTORS = 16
    MAX_PATTERNS = 128       # MAX_FORMATIONS in four directions
    MAX_HEADS = 4
    MAX_SLIDES = 37          # differences between two files, -18 to 18
    ROWS_AT_ONCE = 4         # rows that a loop processes at once; extra rows are never read

ctypedef unsigned int Rows[ROWS]
ctypedef unsigned int Slid[MAX_SLIDES * ROWS]

# The outcome when a stone lands on an enemy stone.
cdef enum:
    ILLEGAL
    CAPTURE                  # the enemy stone is removed
    TRADE                    # both stones are removed
    LOSS                     # the landing stone is removed

# A stone of a pattern, relative to the leading stone that names it.
cdef struct Member:
    int right
    int up
    int offset               # difference of the cells
    int slide                # index of the difference of the files in `slides`
    unsigned short vacated   # vectors by which it lands where a stone of the pattern stood
    unsigned short hard      # vectors by which it attacks as a hard stone

cdef struct Head:
    int offset
    int facing

cdef struct Pattern:
    int first                # index of its first member, the leading stone
    int size
    int low_row              # the naming stone is in the rows low_row to end_row - 1
    int end_row
    int low_bit              # and in the bits low_bit to end_bit - 1
    int end_bit
    unsigned short vectors   # by which it may go
    bint hard                # True if its heads are hard
    int head_count
    Head heads[MAX_HEADS]

# All patterns of a game; they never change.
cdef struct Patterns:
    int count
    int files
    int ranks
    unsigned char outcomes[4]            # by attack * 2 + defence
    unsigned int inside[ROWS]
    Pattern* patterns
    Member* members
    int slide_count
    int slides[MAX_SLIDES]               # differences of files between stones of patterns
    int defender_count[DIRECTIONS]       # number of heads that defend against a direction
    short defenders[DIRECTIONS * MAX_PATTERNS * MAX_HEADS]   # pattern * MAX_HEADS + head
    unsigned char near[1 << 9]           # directions with a stone, by the 3x3 patch of a cell
    unsigned char far[1 << 11]           # the same two steps away, by the index of `far_patch`
    int steps[VECTORS]                   # difference of the cells, by vector
    unsigned long long keys[2 * CELLS]   # hash keys of stones, by colour and cell
    unsigned long long side_key

@cython.final
cdef class PatternTables:
    cdef Patterns patterns
    cdef object codes                    # letter and facing as text, by pattern and head

    cdef _fill(self, object found)
    cdef _fill_members(self, int index, object pattern)
    cdef _fill_directions(self)
    cdef _list_defenders(self, int front)

cdef inline bint holds(const unsigned int* rows, int cell) noexcept nogil:
    return rows[cell // ROW_BITS] >> (cell % ROW_BITS) & 1

cdef inline int near_patch(const unsigned int* rows, int cell) noexcept nogil:
    """Return the 3x3 patch around a cell as an index of `near`."""
    cdef const unsigned int* below = rows + (cell // ROW_BITS - 1)
    cdef int x = cell % ROW_BITS - 1
    return (below[0] >> x & 7) | (below[1] >> x & 7) << 3 | (below[2] >> x & 7) << 6

cdef inline int far_patch(const unsigned int* rows, int cell) noexcept nogil:
    """Return the cells two steps away as an index of `far`: every other bit of each row."""
    cdef const unsigned int* below = rows + (cell // ROW_BITS - 2)
    cdef int x = cell % ROW_BITS - 2
    return (below[0] >> x & 21) | (below[2] >> x & 21) << 1 | (below[4] >> x & 21) << 6

cdef PatternTables pattern_tables_of(object variant)
cdef bint has_pattern_at(const Patterns* patterns, const unsigned int* own, int index, int cell) noexcept nogil
cdef bint is_hard(const Patterns* patterns, const unsigned int* own, int cell, int direction) noexcept nogil
cdef void find_patterns(const Patterns* patterns, const unsigned int* own, unsigned int* found) noexcept nogil
cdef bint has_formation(const Patterns* patterns, const unsigned int* own) noexcept nogil
cdef void _slide(const Patterns* patterns, const unsigned int* own, unsigned int* slid) noexcept nogil
cdef void _find(const Patterns* patterns, const unsigned int* slid, int index, unsigned int* found) noexcept nogil
