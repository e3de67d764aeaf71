from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.moves.state cimport PiecesState, Undo

cdef void burn(PiecesState state, Undo* undo, int to) noexcept nogil
cdef void price_burning(PiecesState state, Candidate* out) noexcept nogil
cdef int sort_out_burning(PiecesState state, Candidate* out, int n, int what) noexcept nogil
cdef bint burns_anything(PiecesState state, Move move) noexcept nogil
cdef bint wins_by_burning(PiecesState state, Move move, int threshold) noexcept nogil
cdef bint may_be_burnt(PiecesState state, int cell, int by) noexcept nogil
