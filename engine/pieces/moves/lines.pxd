from amalthea.engine.pieces.moves.state cimport SLOTS, PiecesState

cdef enum:
    SIDE_CELLS = 2 * SLOTS   # that one side's pieces fill, if all stand on two

cdef void look_for_line(PiecesState state) noexcept nogil
cdef void look_for_chain(PiecesState state) noexcept nogil
