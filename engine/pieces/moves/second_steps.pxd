from amalthea.engine.core.moves cimport Candidate, Move, detail_of, origin_of
from amalthea.engine.pieces.compiled.tables cimport STEPS, step_shift
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef enum:
    PASS = STEPS + 1
    PROMOTES = 16            # added to the detail of a second step after which the piece promotes

cdef int add_second_steps(PiecesState state, int origin, Candidate* out, int n) noexcept nogil
cdef bint may_pass(PiecesState state, int origin) noexcept nogil
cdef bint is_second_step(PiecesState state, Move move) noexcept nogil

cdef inline int via_of(Move move) noexcept nogil:
    """Return the cell on which a move captures with its first step."""
    return origin_of(move) + step_shift((detail_of(move) & ~PROMOTES) - 1)

cdef inline bint promotes(Move move) noexcept nogil:
    """Return True if the piece of a second step promotes."""
    return detail_of(move) & PROMOTES
