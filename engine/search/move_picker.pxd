cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.core.position cimport Position

cdef enum:
    HISTORY_MOST = 16384     # histories stay within +-this
    KILLERS = 2

# Stages of picking, in this order.
cdef enum:
    HASH_MOVE = 0
    MAKE_TACTICAL = 1
    GOOD_TACTICAL = 2
    KILLER = 3
    MAKE_QUIET = 4
    QUIETS = 5
    BAD_TACTICAL = 6
    DONE = 7

# The state of one node's picking. Candidates lie in the ply's buffer: losing captures from 0 on,
# behind them the tactical moves, and when these are through the quiet ones in their place.
cdef struct Picker:
    int stage
    int next                 # index of the next candidate of the stage
    int last                 # end of the stage's candidates
    int bad                  # losing captures so far
    int killer
    int depth
    int quiets               # generated here, 0 before
    bint only_tactical
    bint skip_quiets         # set by the search: no quiet move from here on
    Move hash_move
    Move killers[KILLERS + 1]        # and the answer that refuted the previous move
    short* continuation              # rows of the tables below, or NULL
    short* follow_up
    short* plan                      # of the own move two moves before
    Candidate* candidates
    Candidate current

@cython.final
cdef class Ordering:
    cdef Position position
    cdef int slots
    cdef short* quiet                # by side and slot
    cdef short* capture              # by victim and slot: most games have few victims
    cdef short* after_reply          # by the slot of the previous move and slot
    cdef short* after_own            # by the slot of the move before that and slot
    cdef Move* refutation            # by side and slot of the previous move

    cdef void start(self, Picker* picker, Move hash_move, Candidate* buffer, int depth, bint only_tactical) noexcept nogil
    cdef Candidate* pick(self, Picker* picker) noexcept nogil
    cdef bint _pick_tactical(self, Picker* picker) noexcept nogil
    cdef bint _pick_killer(self, Picker* picker) noexcept nogil
    cdef void _order_tactical(self, Picker* picker) noexcept nogil
    cdef void _order_quiets(self, Picker* picker) noexcept nogil
    cdef int history(self, Picker* picker, Candidate* candidate) noexcept nogil
    cdef void reward_quiet(self, Picker* picker, int slot, int bonus) noexcept nogil
    cdef void reward_last(self, int slot, int before, int bonus) noexcept nogil
    cdef int capture_history(self, Candidate* candidate) noexcept nogil
    cdef void reward_capture(self, Candidate* candidate, int bonus) noexcept nogil
    cdef short* reply_row(self, int slot) noexcept nogil
    cdef short* own_row(self, int slot) noexcept nogil
