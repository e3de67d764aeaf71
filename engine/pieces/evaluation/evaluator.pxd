cimport cython

from amalthea.engine.evaluation.counted_evaluator cimport CountedEvaluator
from amalthea.engine.pieces.compiled.mailbox cimport CELLS, MAX_FILES, ROW, TYPES
from amalthea.engine.pieces.evaluation.material cimport Material
from amalthea.engine.pieces.moves.position cimport PiecesPosition

# What is counted of each side, in the order of amalthea.engine.pieces.evaluation.weights.UNITS.
# The mobility of each piece type follows.
cdef enum:
    KING_ATTACK = 0
    KING_SHIELD = 1
    THREAT_BY_CHEAPER = 2
    THREAT_UNDEFENDED = 3
    PASSED = 4
    PASSED_SUPPORTED = 5
    PASSED_BLOCKED = 6
    PAWN_ISOLATED = 7
    PAWN_DOUBLED = 8
    PAWN_SUPPORTED = 9
    PAIR = 10
    COUNTED = 11

cdef enum:
    PARTS = 6400             # parts of a centipawn: the unit of counts times weights
    MOBILITY_PARTS = 64      # parts of a centipawn: the unit of mobility weights
    WAY_PARTS = 64           # parts of a passed pawn's whole way

cdef enum:
    UNATTACKED = 0x7f7f      # cheapest attacker of a cell without one: above any value
    CACHED = 262144          # full evaluations remembered, a power of two
    SCORE_BITS = 16          # of a remembered evaluation

cdef enum:
    # Unit of what cells beside the enemy king count. It is above any piece's mobility, so that one
    # sum holds both.
    PRESSURE = 256

# How one side's pieces reach a cell.
cdef struct Reach:
    short cheapest           # value of its cheapest attacker of the cell
    unsigned short counts    # what it counts to reach the cell: see `_prepare`

# A cached full evaluation: the board's key with the score, a short, in place of its lowest bits,
# which are known from the index of the entry.
ctypedef unsigned long long Known

@cython.final
cdef class PiecesEvaluator(CountedEvaluator):
    cdef PiecesPosition state
    cdef Material material
    cdef Reach reach[2 * CELLS]                  # by side
    cdef Reach unreached[CELLS]                  # what both begin with; blocked cells count 0
    cdef unsigned short pawn_ranks[2 * (MAX_FILES + 2)]  # bits by rank, files from 1
    cdef short zone_shifts[25]
    cdef unsigned short zone_counts[25]          # 2 beside a king, 1 a step further
    cdef unsigned char one_shade[TYPES]
    cdef int value[TYPES]
    cdef int way[ROW]                            # of a passed pawn by own rank from 0, squared
    cdef Known known[CACHED]

    cdef int king_attack_most
    cdef int threat_most
    cdef int pawnless_margin
    cdef int pawnless_left

    cdef _fill_weights(self)
    cdef _fill_tables(self)
    cdef void _prepare(self, int colour) noexcept nogil
    cdef void _count_pawn_attacks(self, int colour) noexcept nogil
    cdef void _count_pawn_structure(self, int colour) noexcept nogil
    cdef void _count_pieces(self, int colour) noexcept nogil
    cdef unsigned int _two_square_reach(self, int colour, int origin) noexcept nogil
    cdef void _count_threats(self, int colour) noexcept nogil
    cdef void _count_explosion_threats(self, int colour) noexcept nogil
    cdef int _scaled_score(self, int score) noexcept nogil
