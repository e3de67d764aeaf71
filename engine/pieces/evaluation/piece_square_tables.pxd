from amalthea.engine.pieces.compiled.mailbox cimport CELLS, CODES, TYPES

# What a piece adds where it stands. The scores are from White's view: Black's pieces count negative.
cdef struct Score:
    short midgame            # centipawns
    short endgame
    int phase                # its weight in the game phase, the same on every cell

cdef class PieceSquareTables:
    cdef Score scores[CODES * CELLS]     # by code and cell
    cdef int mobility_midgame[TYPES]     # 1/64 cp a target square, by type
    cdef int mobility_endgame[TYPES]
    cdef readonly int full_phase         # phase weight of all pieces that begin the game
