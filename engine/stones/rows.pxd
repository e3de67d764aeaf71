# Boards as arrays of bit rows, with rows and bits around them that are always 0.

cdef inline void find_interior(const unsigned int* board, int rows, unsigned int* out) noexcept nogil:
    """Mark the squares of a board that are not on an outermost file or rank."""
    cdef int y
    for y in range(1, rows - 1):
        out[y] = board[y - 1] & board[y + 1] & board[y] << 1 & board[y] >> 1
