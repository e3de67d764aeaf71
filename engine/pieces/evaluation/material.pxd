cimport cython

from amalthea.engine.pieces.moves.position cimport PiecesPosition
from amalthea.engine.pieces.evaluation.piece_square_tables cimport PieceSquareTables

cdef enum:
    SUMS_KEPT = 256          # plies, a power of two: more than a search goes down

# What the pieces of a position add up to, from White's view.
cdef struct Sums:
    unsigned long long key   # hash key of the position
    int midgame              # centipawns
    int endgame
    int phase                # both sides' pieces together

@cython.final
cdef class Material:
    cdef PiecesPosition state
    cdef PieceSquareTables psqt
    cdef Sums sums[SUMS_KEPT]    # by ply, those of an older game overwritten

    cdef void catch_up(self) noexcept nogil
    cdef void _compute_sums(self, Sums* sums) noexcept nogil
    cdef void _abort_unless_right(self, const Sums* sums) noexcept nogil

cdef inline Sums* sums_at_ply(Material material, int ply) noexcept nogil:
    return &material.sums[ply & (SUMS_KEPT - 1)]

cdef inline Sums* sums_of(Material material) noexcept nogil:
    """Return the sums of the current position."""
    cdef Sums* sums = sums_at_ply(material, material.state.ply)
    if sums.key != material.state.hash_key:
        material.catch_up()
    return sums
