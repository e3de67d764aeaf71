from engine.kinds.army.mailbox cimport CELLS, CODES

# What a piece adds where it stands. The scores are from White's view: Black's pieces count negative.
cdef struct Score:
    short midgame            # centipawns
    short endgame
    int phase                # how much it speaks for the middlegame, wherever it stands

cdef class Worth:
    cdef Score placed[CODES * CELLS]     # by code and cell
