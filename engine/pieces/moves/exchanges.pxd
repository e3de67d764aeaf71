from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport SLOTS, PiecesState

cdef enum:
    BOTH_SIDES = 2 * SLOTS   # all pieces on the board

cdef bint wins_exchange(PiecesState state, Move move, int threshold) noexcept nogil
cdef int best_exchange(PiecesState state) noexcept nogil
cdef bint _two_square_wins_exchange(PiecesState state, Move move, int threshold) noexcept nogil
cdef bint _swap(PiecesState state, int to, int balance) noexcept nogil
cdef int _collect_near(PiecesState state, int to, int side, unsigned short* near) noexcept nogil
cdef int _cheapest_attacker(PiecesState state, int to, unsigned short* near, int n) noexcept nogil
