cimport cython

from amalthea.engine.pieces.compiled.mailbox cimport CELLS, TYPES
from amalthea.engine.pieces.evaluation.adding cimport AddingEvaluator

cdef enum:
    LONGEST = 256            # moves, or more: the goal is not reached
    MOST_WAYS = 8 * CELLS    # found at once; few cells are reached by a second, shorter one

cdef struct Way:
    unsigned short cell      # to which it leads
    unsigned short next      # number of another way of the same length, 0 for none

@cython.final
cdef class RaceEvaluator(AddingEvaluator):
    cdef unsigned char runs[TYPES]               # whether the type has a goal that one of it reaches
    cdef unsigned char must_survive[TYPES]       # whether its loss loses the game
    cdef unsigned char at_risk[TYPES]            # whether it can be lost so on its way
    cdef unsigned char safe[TYPES]               # whether it must survive and cannot be lost
    cdef int most_pieces[2]                      # of each side at first, at least 1
    cdef unsigned char is_goal[2 * TYPES * CELLS]  # by side, type and cell
    cdef unsigned int mark                       # of the current search for a way
    cdef unsigned int attacked[CELLS]            # the mark, where a runner would be lost
    cdef unsigned int reached[CELLS]             # the mark, where it has come
    cdef short moves[CELLS]                      # moves to get there, if reached
    cdef short distance[2 * TYPES * CELLS]       # moves to a goal on an empty board, by side and type
    cdef Way ways[MOST_WAYS]                     # those found, from 1 on
    cdef int found                               # number of the last one
    cdef unsigned short shortest[LONGEST]        # the first way by its moves and the distance left
    cdef int longest                             # of those found

    cdef _fill_goals(self)
    cdef void _fill_distances(self, int colour, int kind) noexcept nogil
    cdef int _race_value(self, int colour) noexcept nogil
    cdef int _moves_to_goal(self, int colour, int origin) noexcept nogil
    cdef void _reach(self, int cell, int moves, int distance) noexcept nogil
    cdef void _step_from(self, int colour, int code, int cell) noexcept nogil
