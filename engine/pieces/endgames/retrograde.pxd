cimport cython

from amalthea.engine.pieces.endgames.piece_paths cimport MAX_CELLS, PathLists

# Cells are numbered from 0 (a1), rank by rank. A node is where each of some pieces stands; its number
# is that of the first piece's cell among the home cells, then of every other one's cell, each times
# `cells`. The first piece is White's king.
cdef enum:
    MAX_PIECES = 5
    MAX_SUCCESSORS = 128     # of one table
    SYMMETRIES = 8

# A node's value for the side to move, a byte: moves of the winner to mate.
cdef enum:
    UNKNOWN = 0              # at the end: a draw
    LOST = 128               # mated; lost in n moves is n more
    MAX_MATE_MOVES = 126
    ILLEGAL = 255

# Where all pieces stand, and the cells that they take, as bits.
cdef struct Node:
    int cell[MAX_PIECES]
    unsigned long long taken[4]

# What becomes of a piece that arrives on a cell.
cdef enum:
    STAYS = 0
    MAY_PROMOTE = 1
    PROMOTES = 2

# How moves lead to a successor, a table reached by a capture or a promotion: the piece that is
# captured and the one that promotes, _NO_PIECE for none, and by piece its index in the successor.
cdef struct Transition:
    int captured
    int promoted
    int indices[MAX_PIECES]

# The cells and what takes them into each other.
cdef struct Grid:
    int cells
    int homes                                    # home cells: those that the first piece may have
    int home_of[MAX_CELLS]                      # -1: none
    int cell_of_home[MAX_CELLS]
    int symmetries
    int image[SYMMETRIES * MAX_CELLS]           # of a cell
    int product[SYMMETRIES * SYMMETRIES]         # the second symmetry, then the first

cdef class Board:
    cdef Grid grid

cdef class Retrograde:
    cdef Board board
    cdef readonly list paths_of                  # by piece
    cdef readonly int piece_count
    cdef int colour[MAX_PIECES]
    cdef PathLists* paths[MAX_PIECES]
    cdef readonly list successors                # finished tables
    cdef Transition transitions[MAX_SUCCESSORS]  # by index in `successors`
    cdef Transition quiet_transition             # of a move that stays in this table
    cdef int choices[MAX_PIECES]                 # how many types a piece may promote to
    cdef unsigned char promotes[MAX_PIECES * MAX_CELLS]   # STAYS and the like, where it arrives
    cdef bint promotes_on_leaving[MAX_PIECES]    # whether also where it comes from
    cdef unsigned char barred[MAX_PIECES * MAX_CELLS]     # where it never stands
    cdef readonly long long nodes                # of each side to move
    cdef unsigned char* values                   # by side and node
    cdef unsigned char* moves_left               # that do not lose yet, by side and node
    cdef readonly int longest                    # moves to mate
    cdef bint can_lose[2]
    cdef bint has_overflown

    cdef void _read(self, long long number, Node* node) noexcept nogil
    cdef long long _number(self, const Node* node, int symmetry) noexcept nogil
    cdef bint _in_check(self, const Node* node, int side, int captured) noexcept nogil
    cdef int _arrival(self, int piece, int origin, int to) noexcept nogil
    cdef int _options(self, int piece, int origin, int to) noexcept nogil
    cdef void _initialise(self, int side) noexcept nogil
    cdef int _legal_moves(self, Node* node, int side) noexcept nogil
    cdef bint _propagate_all(self, int side, int value)
    cdef bint _propagate(self, Retrograde table, int side, int value, const Transition* transition) noexcept nogil
    cdef bint _propagate_node(self, const Node* node, int side, int value, const Transition* transition, const int* images, int count) noexcept nogil
    cdef bint _take_back(self, const Node* node, int mover, const Transition* transition, const int* images, int count, int value) noexcept nogil
    cdef bint _update_value(self, int side, long long number, int value) noexcept nogil
    cdef int _images(self, const Node* node, int* images) noexcept nogil
