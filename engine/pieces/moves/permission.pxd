from amalthea.engine.core.moves cimport Move
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef bint is_permitted(PiecesState state, Move move) noexcept nogil
cdef bint may_trade(PiecesState state, int origin, int via, int to) noexcept nogil
cdef bint drop_exposes(PiecesState state, int kind, int to) noexcept nogil
cdef bint is_in_danger(PiecesState state, int colour) noexcept nogil
cdef list checking_cells(PiecesState state)
