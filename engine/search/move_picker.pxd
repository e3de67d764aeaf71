cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.core.position cimport Position
from amalthea.engine.search.history cimport History, QuietHistories

cdef enum:
    KILLERS = 2

# Stages of picking, in this order.
cdef enum:
    HASH_MOVE = 0
    GENERATE_TACTICAL = 1
    GOOD_TACTICAL = 2
    KILLER = 3
    GENERATE_QUIET = 4
    QUIETS = 5
    BAD_TACTICAL = 6
    HELD_BACK_MOVES = 7
    DONE = 8

# The state of one node's move picking. The candidates are in the ply's buffer: captures that lose
# material from index 0, then the tactical moves, and after these have been tried the quiet moves in
# their place.
cdef struct PickerState:
    int stage
    int next                     # index of the stage's next candidate
    int end                      # end of the stage's candidates
    int bad_count                # losing captures so far
    int killer                   # index of the next killer
    int depth
    int quiet_count              # quiet moves generated, 0 before
    bint tactical_only
    bint checks_too              # with tactical_only: quiet moves that give check, too
    bint skip_quiets             # set by the search: no more quiet moves
    Move hash_move
    Move killers[KILLERS + 1]    # and the countermove
    QuietHistories histories
    Candidate* candidates
    Candidate current

@cython.final
cdef class MovePicker:
    cdef Position position
    cdef History history

    cdef void start(self, PickerState* state, Move hash_move, Candidate* buffer, int depth, bint tactical_only) noexcept nogil
    cdef Candidate* pick(self, PickerState* state) noexcept nogil
    cdef bint _pick_tactical(self, PickerState* state) noexcept nogil
    cdef Candidate* _pick_held_back(self, PickerState* state) noexcept nogil
    cdef bint _pick_killer(self, PickerState* state) noexcept nogil
    cdef void _score_tactical(self, PickerState* state) noexcept nogil
    cdef void _sort_quiets(self, PickerState* state) noexcept nogil
