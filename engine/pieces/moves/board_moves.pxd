from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport PiecesState
from amalthea.engine.pieces.compiled.tables cimport Span

# A piece whose moves are being generated, and what limits them.
cdef struct Mover:
    int slot
    int origin
    int code
    int kind
    bint tested              # a move of it may leave the king in check
    bint promoting           # some of its moves may promote
    int kinds                # CAN_MOVE, CAN_CAPTURE or both
    int refused              # UNMOVED if it has lost its right to first moves, else 0
    bint leaps               # its first moves must be safe, see `may_leap`
    bint en_passant          # it may capture en passant
    bint advances            # it may be captured en passant after some of its moves
    Span span

cdef int piece_moves(PiecesState state, int slot, Candidate* out, int n, int what) noexcept nogil
cdef int board_moves(PiecesState state, Candidate* out, int what) noexcept nogil
cdef bint has_board_move(PiecesState state, int what) noexcept nogil
cdef void describe(PiecesState state, Move move, Candidate* out) noexcept nogil
cdef int _hops(PiecesState state, Mover* mover, Candidate* out, int n, int what) noexcept nogil
cdef int _captures(PiecesState state, int slot, Candidate* out, int n) noexcept nogil
cdef int _add_unusual(PiecesState state, Mover* mover, Candidate* out, int n, int what) noexcept nogil
cdef int _add_turns(PiecesState state, Candidate* out, int n, int code, int origin, int to) noexcept nogil
cdef int _add_promotions(
    PiecesState state, Candidate* out, int n, int rule, int origin, int to, bint tested
) noexcept nogil
cdef int _add_promotions_in_place(PiecesState state, Candidate* out, int n, int origin, int slot) noexcept nogil
cdef int _add_promotions_beside(PiecesState state, Candidate* out, int n, int origin, int slot, int kind) noexcept nogil
cdef int _add_promotion_in_place(
    PiecesState state, Candidate* out, int n, int origin, int to, int slot, int kind
) noexcept nogil
cdef int _add_en_passant(PiecesState state, Candidate* out, int n, int origin, int to) noexcept nogil
