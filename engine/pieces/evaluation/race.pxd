cimport cython

from amalthea.engine.pieces.compiled.mailbox cimport CELLS, TYPES
from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

cdef enum:
    LONGEST = 256            # moves, or more: the goal is not reached

@cython.final
cdef class RaceEvaluator(AddingEvaluator):
    cdef unsigned char runs[TYPES]               # whether the type has a goal that one of it reaches
    cdef unsigned char must_survive[TYPES]              # whether its loss loses the game
    cdef unsigned char at_risk[TYPES]            # whether that can come about on its way
    cdef int most_pieces[2]                      # of each side as the game begins
    cdef unsigned char is_goal[2 * TYPES * CELLS]  # by side, type and cell
    cdef unsigned int marks[CELLS]               # cells a runner may not enter, or has entered
    cdef unsigned int mark
    cdef unsigned short queue[CELLS]

    cdef _fill_goals(self)
    cdef int _worth(self, int colour) noexcept nogil
    cdef int _moves_to_goal(self, int colour, int origin) noexcept nogil
    cdef bint _is_open(self, int colour, unsigned char* goal) noexcept nogil
    cdef int _step(self, int colour, int code, int cell, int written) noexcept nogil
