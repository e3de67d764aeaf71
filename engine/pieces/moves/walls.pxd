from amalthea.engine.core.moves cimport DETAIL_SHIFT, Move, detail_of
from amalthea.engine.pieces.moves.state cimport PiecesState, Undo

cdef enum:
    MAX_WALLS = 256          # cells of the largest board

# A move that is made on the board alone, to see where a wall may be built after it.
cdef struct Trial:
    int taken
    unsigned char victim
    unsigned char mover

cdef Move without_wall(PiecesState state, Move move) noexcept nogil
cdef Move with_wall(PiecesState state, Move move, int cell) noexcept nogil
cdef void try_move(PiecesState state, Move move, Trial* trial) noexcept nogil
cdef void end_trial(PiecesState state, Move move, Trial* trial) noexcept nogil
cdef int wall_cells(PiecesState state, Move move, unsigned short* cells) noexcept nogil
cdef int first_wall(PiecesState state, Move move) noexcept nogil
cdef bint may_build(PiecesState state, Move move, int cell) noexcept nogil
cdef void build(PiecesState state, Undo* undo, int cell, int removed) noexcept nogil
cdef void tear_down(PiecesState state, Undo* undo) noexcept nogil

cdef inline int wall_of(PiecesState state, Move move) noexcept nogil:
    """Return the cell that a move blocks."""
    return state.tables.cell_list[detail_of(move) % state.tables.cells]
