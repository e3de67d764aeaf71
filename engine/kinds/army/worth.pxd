from engine.kinds.army.mailbox cimport CELLS, CODES, TYPES

# What a position sums up as it changes. From White's view: Black's pieces count negative.
cdef struct Score:
    short midgame            # centipawns
    short endgame

cdef class Worth:
    cdef Score placed[CODES * CELLS]
    cdef int exchange[TYPES]         # centipawns, for exchanges and move ordering; king 0
    cdef int phase[TYPES]            # how much a piece speaks for the middlegame
