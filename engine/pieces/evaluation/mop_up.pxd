cimport cython

from amalthea.engine.evaluation.delegating_evaluator cimport DelegatingEvaluator
from amalthea.engine.pieces.compiled.mailbox cimport CELLS, TYPES
from amalthea.engine.pieces.moves.position cimport PiecesPosition

cdef enum:
    ANYWHERE = 0             # how a bare king is driven: to an edge, or
    TO_DARK = 1              # to a corner of the shade of a1,
    TO_LIGHT = 2             # or of the other one
    DRIVES = 3

@cython.final
cdef class MopUpEvaluator(DelegatingEvaluator):
    cdef PiecesPosition state
    cdef unsigned char mates_alone[TYPES]
    cdef unsigned char one_shade[TYPES]
    cdef unsigned char promotes[TYPES]
    cdef short drive_scores[DRIVES * CELLS]      # centipawns by the bare king's cell
    cdef unsigned short target_corners[DRIVES * CELLS]   # to which it is driven from a cell, or 0
    cdef unsigned char edge_distance[CELLS]      # steps from the edge, at most those that count
    cdef unsigned int marks[CELLS]               # `mark`: cells it may not enter, or has entered
    cdef unsigned int mark
    cdef unsigned short queue[CELLS]

    cdef _fill_drive_scores(self)
    cdef int _nearest_corner(self, int file, int rank, int shade)
    cdef int _bare_king_score(self, int alpha, int beta, int margin) noexcept nogil
    cdef bint _may_promote(self, int colour) noexcept nogil
    cdef int _drive_of(self, int winner) noexcept nogil
    cdef int _mop_up_score(self, int winner, int drive) noexcept nogil
    cdef int _king_position_score(self, int cell, int king, int drive) noexcept nogil
    cdef int _count_room(self, int bare) noexcept nogil
