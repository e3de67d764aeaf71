cimport cython

from engine.evaluation.evaluator cimport Evaluator
from engine.kinds.army.mailbox cimport CELLS, MAX_FILES, ROW, TYPES
from engine.kinds.army.material cimport Material
from engine.kinds.army.position cimport Army

cdef enum:
    MATERIAL = 0
    MOBILITY = 1
    KING = 2
    THREATS = 3
    PAWNS = 4
    PAIR = 5
    TERMS = 6

cdef enum:
    UNATTACKED = 0x7f7f      # as memset of 0x7f leaves it, above any value
    CACHED = 262144          # full evaluations remembered, a power of two
    SCORE_BITS = 16          # of a remembered evaluation

cdef enum:
    PRESSURE = 256           # one step of the count beside the king, above any piece's mobility

# What one side's pieces find on a cell.
cdef struct Reach:
    short cheapest           # value of its cheapest attacker of the cell
    unsigned short counts    # what it counts to reach the cell: see `_prepare`

# A full evaluation: the board's key with the score, a short, for its lowest bits. They are those
# that choose the place.
ctypedef unsigned long long Known

@cython.final
cdef class ArmyEvaluator(Evaluator):
    cdef Army army
    cdef Material material
    cdef int full_phase                          # of the start position
    cdef int midgames[2 * TERMS]                 # of each side, in its own favour
    cdef int endgames[2 * TERMS]
    cdef Reach reach[2 * CELLS]                  # by side
    cdef Reach unreached[CELLS]                  # what both begin with; blocked cells count 0
    cdef unsigned short pawn_ranks[2 * (MAX_FILES + 2)]  # bits by rank, files from 1
    cdef short zone_shifts[25]
    cdef unsigned short zone_counts[25]          # 2 beside a king, 1 a step further
    cdef unsigned char one_shade[TYPES]
    cdef int value[TYPES]
    cdef int mobility_share[TYPES]
    cdef int passed_midgame[ROW]                 # by own rank from 0
    cdef int passed_endgame[ROW]
    cdef Known known[CACHED]

    cdef int mobility_midgame
    cdef int mobility_endgame
    cdef int king_attack
    cdef int king_attack_most
    cdef int king_shield
    cdef int threat_by_cheaper
    cdef int threat_undefended
    cdef int threat_most
    cdef int pawn_isolated
    cdef int pawn_doubled
    cdef int pawn_supported
    cdef int pair_two_shades
    cdef int tempo
    cdef int pawnless_margin
    cdef int pawnless_left

    cdef _fill_tables(self, dict weights)
    cdef int _taper(self, int midgame, int endgame, int phase) noexcept nogil
    cdef int _full(self) noexcept nogil
    cdef void _compute(self) noexcept nogil
    cdef void _prepare(self, int colour) noexcept nogil
    cdef void _pawn_attacks(self, int colour) noexcept nogil
    cdef void _pawn_structure(self, int colour) noexcept nogil
    cdef bint _is_passed(self, int colour, int file, int rank) noexcept nogil
    cdef void _pieces(self, int colour) noexcept nogil
    cdef void _fetch_stops(self, int colour) noexcept nogil
    cdef void _credit(self, int colour, unsigned int mobility, int pressure, int attackers) noexcept nogil
    cdef unsigned int _broad_reach(self, int colour, int origin) noexcept nogil
    cdef void _threats(self, int colour) noexcept nogil
    cdef int _scaled(self, int score) noexcept nogil
