from amalthea.engine.pieces.compiled.mailbox cimport Types
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef int draw_value(PiecesState state) noexcept nogil
cdef int plies_without_progress(PiecesState state) noexcept nogil
cdef bint has_dead_material(PiecesState state, Types lone_types, Types same_shade_types) noexcept nogil
cdef int repetition_value(PiecesState state, int since) noexcept nogil
