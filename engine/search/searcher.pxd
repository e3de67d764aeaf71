cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport Evaluator
from amalthea.engine.evaluation.prober cimport Prober
from amalthea.engine.search.control cimport Control
from amalthea.engine.search.correction_history cimport CorrectionHistory
from amalthea.engine.search.history cimport History
from amalthea.engine.search.move_picker cimport KILLERS, MovePicker, PickerState
from amalthea.engine.search.transposition_table cimport Entry, Table

cdef enum:
    MAX_PLY = 120            # of the search tree, quiescence search included
    MAX_DEPTH = 100
    DRAW = 0
    MATE = 32000             # mate at the root; mate in n plies is n less
    MIN_MATE_SCORE = 31000   # scores from here on are mate scores
    INFINITE = 32500
    NO_EVAL = 32400          # in place of the static evaluation in check
    NO_SCORE = 32600         # returned where a node must be searched
    MAX_TRIED_MOVES = 64     # moves of a node that can get a malus after a cutoff
    REDUCTIONS = 64          # depths and move numbers of the reduction table

# Data of one node on the current path, by ply.
cdef struct Frame:
    int eval                 # corrected static evaluation
    int slot                 # history slot of the move made here, -1 for a null move
    bint tactical            # whether that move is tactical
    int cutoffs              # beta cutoffs at this ply since the node two plies before
    Move killers[KILLERS]
    Move excluded_move       # by the singular extension search

cdef struct RootMove:
    Move move
    int score                # for sorting; may be a bound
    int reported_score       # the last exact score, or a lower bound above alpha
    int reported_depth       # of the reported score
    int previous_score       # reported score before this iteration
    int previous_index       # place in the order before this iteration
    int seldepth
    int pv_length
    unsigned long long nodes
    Move pv[MAX_PLY]

@cython.final
cdef class Searcher:
    cdef Position position
    cdef Evaluator evaluator
    cdef Prober prober                             # used if `has_prober`
    cdef bint has_prober
    cdef Table table
    cdef Control control
    cdef History history
    cdef MovePicker picker
    cdef CorrectionHistory correction_history
    cdef int index                                 # among the workers
    cdef Frame frames[MAX_PLY + 8]
    cdef Candidate* buffers                        # MAX_MOVES for each ply
    cdef Move pv_table[(MAX_PLY + 2) * (MAX_PLY + 2)]
    cdef int pv_lengths[MAX_PLY + 2]
    cdef unsigned char reductions[REDUCTIONS * REDUCTIONS]
    cdef RootMove* root_moves
    cdef int root_move_count
    cdef int pv_index                              # of the line that is being searched (multi-PV)
    cdef int root_ply
    cdef int root_depth
    cdef int seldepth
    cdef int null_move_min_ply                     # no null moves and evaluation cutoffs before it
    cdef unsigned long long nodes
    cdef long long table_hits                      # positions found in endgame tables
    cdef long long quiescence_nodes                # below the leaves
    cdef long long leaf_limit                      # `nodes` at which the leaf's quiescence ends
    cdef long long narrow_from                     # `nodes` at which it becomes a line of captures
    cdef unsigned long long node_limit             # 0: none
    cdef long long search_number
    cdef bint stopped
    cdef object listener                           # of long iterations, or None
    cdef long long next_report_ns                  # monotonic clock, 0: no reports
    cdef long long report_moves_from_ns

    cdef bint _should_stop(self) noexcept nogil
    cdef void _report_progress(self) noexcept with gil
    cdef void _report_current_move(self, int number) noexcept with gil
    cdef int search_root(self, int alpha, int beta, int depth) noexcept nogil
    cdef int alphabeta(self, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil
    cdef int _probcut_search(self, int bound, int depth, int ply, bint cut_node, int evaluation, Move hash_move) noexcept nogil
    cdef int _search_excluding(self, Move move, int beta, int depth, int ply, bint cut_node) noexcept nogil
    cdef int _leaf_search(self, int alpha, int beta, int ply) noexcept nogil
    cdef int quiescence(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef int _enter_node(self, int alpha, int beta, int ply) noexcept nogil
    cdef int _probe_endgame(self, int ply) noexcept nogil
    cdef bint _probe_table(self, Entry* entry) noexcept nogil
    cdef int _evaluate(self, int alpha, int beta, int margin, int ply) noexcept nogil
    cdef unsigned int _line_key(self, int ply) noexcept nogil
    cdef bint _has_winning_move(self, int ply) noexcept nogil
    cdef void _update_pv(self, Move move, int ply) noexcept nogil
    cdef bint _gives_check(self, PickerState* state, Candidate* candidate) noexcept nogil
    cdef bint _make_move(self, Candidate* candidate, int ply) noexcept nogil
    cdef void _update_histories(self, PickerState* state, Candidate* best, Candidate* tried, int tried_count, int depth, int ply) noexcept nogil
    cdef void _update_previous_move(self, int depth, int ply) noexcept nogil
    cdef void _start_picker(self, PickerState* state, Move hash_move, int ply, int depth, bint tactical_only) noexcept nogil
    cdef bint _aspiration_search(self, int depth) noexcept nogil
    cdef void _sort_root_moves(self, int first, int last) noexcept nogil
    cdef void _finish_line(self, int line) noexcept nogil
    cdef void _finish_stopped_line(self, int line) noexcept nogil
    cdef void _publish_counts(self) noexcept nogil
    cdef void _save_root_pv(self, RootMove* root, int score) noexcept nogil
    cdef int _base_reduction(self, int depth, int number) noexcept nogil
    cdef int _null_move_search(self, int beta, int depth, int ply, bint cut_node, int evaluation) noexcept nogil
    cdef int _eval_after(self, Move move) noexcept nogil
    cdef _init_root_moves(self, moves)
