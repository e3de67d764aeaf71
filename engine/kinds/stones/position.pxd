cimport cython

from engine.board.moves cimport Candidate, Move
from engine.kinds.stones.patches cimport ROWS, Geometry, Layout, Outlook, Rows, Sweep
from engine.board.position cimport Position

@cython.final
cdef class Stones(Position):
    cdef Layout* stack
    cdef int capacity
    cdef Geometry geometry
    cdef unsigned int inside[ROWS]       # the board
    cdef unsigned int centres[ROWS]      # where the centre of a patch may be before its move
    cdef Outlook outlook                 # of the layout it says
    cdef Sweep sweeps[2]                 # by colour, likewise
    cdef unsigned int answers[ROWS]      # goals of the moves that may answer a threat
    cdef int files
    cdef int draw_plies
    cdef int draw_repetitions

    cdef _put_down(self, object setup)
    cdef void _see(self) noexcept nogil
    cdef Outlook* look(self) noexcept nogil
    cdef Sweep* sweep(self, int colour) noexcept nogil
    cdef int _emit(self, Sweep* sweep, int direction, int steps, int what, bint answering, Candidate* out, int n) noexcept nogil
    cdef bint _has_twin(self, Sweep* sweep, int direction, int steps, int origin, int goal) noexcept nogil
    cdef bint _lands_clear(self, int origin, int goal) noexcept nogil
    cdef int _near_rings(self, int colour, unsigned int* near) noexcept nogil
    cdef Move _winning_move(self, int colour) noexcept nogil
    cdef Move _winning_start(self, int colour, unsigned int* origins, int direction, int first, int steps) noexcept nogil
    cdef void _mark_answers(self) noexcept nogil
    cdef bint _can_go(self, int origin, int goal) noexcept nogil
    cdef int _slot(self, int direction, int goal) noexcept nogil
    cdef int _gain(self, Move move, int* taken) noexcept nogil
    cdef unsigned long long _board_key(self, Layout* layout) noexcept nogil
    cdef bint _consistent(self) noexcept nogil
    cdef void _abort_if_inconsistent(self) noexcept nogil
