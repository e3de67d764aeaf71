from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.pieces.compiled.mailbox cimport COLOUR_SHIFT, EDGE, EMPTY, ROW, TYPE_MASK, Types
from amalthea.engine.pieces.moves.state cimport PiecesState

cdef enum:
    BLAST = 9                # cells that an explosion reaches

cdef int lift_exploded(PiecesState state, int centre, unsigned short* cells, unsigned char* codes) noexcept nogil
cdef int explosion_gain(PiecesState state, Move move) noexcept nogil
cdef void price_explosions(PiecesState state, Candidate* out, int n) noexcept nogil

cdef inline int blast_cell(int centre, int number) noexcept nogil:
    """Return a cell that an explosion reaches, its centre as the last one."""
    cdef int place = 4 if number == BLAST - 1 else number + (number >= 4)
    return centre + (place // 3 - 1) * ROW + place % 3 - 1

cdef inline bint explodes(PiecesState state, int cell, int centre) noexcept nogil:
    """Return True if the piece on a cell explodes with a capture in the centre."""
    cdef int code = state.board[cell]
    if code == EMPTY or code == EDGE:
        return False
    if cell == centre:
        return not state.tables.immune >> (code & TYPE_MASK) & 1
    return state.tables.exploding >> (code & TYPE_MASK) & 1

cdef inline bint captor_explodes(PiecesState state, int code) noexcept nogil:
    """Return True if a capture by a piece explodes."""
    return not state.tables.petrified_alone or state.tables.petrifying >> (code & TYPE_MASK) & 1

cdef inline bint is_beside(PiecesState state, int cell, int colour, Types types) noexcept nogil:
    """Return True if a piece of a side, of one of these types, stands next to a cell."""
    cdef int number
    cdef int code
    for number in range(BLAST - 1):
        code = state.board[blast_cell(cell, number)]
        if code >> COLOUR_SHIFT == colour and types >> (code & TYPE_MASK) & 1:
            return True
    return False
