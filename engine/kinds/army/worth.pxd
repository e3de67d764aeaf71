from engine.kinds.army.mailbox cimport CELLS, CODES, TYPES

# From White's view: Black's pieces count negative.
cdef struct Score:
    short midgame            # centipawns
    short endgame

cdef class Worth:
    cdef Score placed[CODES * CELLS]
    cdef int phase[TYPES]            # how much a piece speaks for the middlegame
