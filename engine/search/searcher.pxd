cimport cython

from amalthea.engine.core.moves cimport Candidate, Move
from amalthea.engine.core.position cimport Position
from amalthea.engine.evaluation.evaluator cimport Evaluator
from amalthea.engine.evaluation.prober cimport Prober
from amalthea.engine.search.control cimport Control
from amalthea.engine.search.correction_history cimport Corrections
from amalthea.engine.search.move_picker cimport KILLERS, Ordering, Picker
from amalthea.engine.search.transposition_table cimport Entry, Table

cdef enum:
    MAX_PLY = 120            # of a search, quiescence included
    MAX_DEPTH = 100
    DRAW = 0
    MATE = 32000             # mated at the root; a ply further away is a point less
    MATE_FOUND = 31000       # from here on a score is a mate
    INFINITE = 32500
    NO_EVAL = 32400          # static evaluation of a position in check
    OPEN = 32600             # a node that has to be searched: no score
    TRIED_MOST = 64          # moves remembered for blame after a cutoff
    REDUCTIONS = 64

# What a node leaves for its neighbours in the tree.
cdef struct Frame:
    int eval
    int slot                 # of the move made here, -1 for a pass
    bint tactical            # that move
    int cutoffs              # of nodes here, since the node two plies before
    Move killers[KILLERS]
    Move excluded            # not to be tried: is it singular?

cdef struct RootMove:
    Move move
    int score                # for sorting; may be a bound
    int shown                # the last exact score, or one at least so high; its line and depth
    int shown_depth
    int previous             # `shown` before this iteration
    int place                # in the order before this iteration
    int seldepth
    int length
    unsigned long long nodes
    Move line[MAX_PLY]

@cython.final
cdef class Searcher:
    cdef Position position
    cdef Evaluator evaluator
    cdef Prober prober                             # asked if `probes`
    cdef bint probes
    cdef Table table
    cdef Control control
    cdef Ordering ordering
    cdef Corrections corrections
    cdef int index                                 # of this process among the searchers
    cdef Frame frames[MAX_PLY + 8]
    cdef Candidate* buffers                        # MAX_MOVES for each ply
    cdef Move lines[(MAX_PLY + 2) * (MAX_PLY + 2)]
    cdef int lengths[MAX_PLY + 2]
    cdef unsigned char reductions[REDUCTIONS * REDUCTIONS]
    cdef RootMove* roots
    cdef int root_count
    cdef int first_root                            # of the line of play that is being searched
    cdef int root_ply
    cdef int root_depth
    cdef int seldepth
    cdef int null_floor                            # above this ply neither passes nor evaluations cut
    cdef unsigned long long nodes
    cdef unsigned long long leaf_nodes             # when quiescence of the present leaf began
    cdef unsigned long long node_limit             # 0: none
    cdef long long search
    cdef bint stopped
    cdef object onlooker                           # hears of long iterations, None: nobody does
    cdef long long tells_at                        # nanoseconds of the clock, 0: never
    cdef long long tells_moves_at

    cdef bint _must_stop(self) noexcept nogil
    cdef void _tell_progress(self) noexcept with gil
    cdef void _tell_move(self, int number) noexcept with gil
    cdef int search_root(self, int alpha, int beta, int depth) noexcept nogil
    cdef int alphabeta(self, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil
    cdef int _probcut(self, int bound, int depth, int ply, bint cut_node, int evaluation, Move hash_move) noexcept nogil
    cdef int _without(self, Move move, int beta, int depth, int ply, bint cut_node) noexcept nogil
    cdef int quiescence(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef int _enter(self, int alpha, int beta, int ply) noexcept nogil
    cdef int _probe(self, int ply) noexcept nogil
    cdef bint _look_up(self, Entry* entry) noexcept nogil
    cdef int _evaluate(self, int alpha, int beta, int margin) noexcept nogil
    cdef bint _wins_at_once(self, int ply) noexcept nogil
    cdef void _copy_line(self, Move move, int ply) noexcept nogil
    cdef bint _checks(self, Picker* picker, Candidate* candidate) noexcept nogil
    cdef bint _make(self, Candidate* candidate, int ply) noexcept nogil
    cdef void _reward(self, Picker* picker, Candidate* best, Candidate* tried, int n, int depth, int ply) noexcept nogil
    cdef void _begin(self, Picker* picker, Move hash_move, int ply, int depth, bint only_tactical) noexcept nogil
    cdef bint _aspirate(self, int depth) noexcept nogil
    cdef void _sort_roots(self, int first, int last) noexcept nogil
    cdef void _settle_finished(self, int line) noexcept nogil
    cdef void _settle_stopped(self, int line) noexcept nogil
    cdef void _publish(self) noexcept nogil
    cdef void _keep_line(self, RootMove* root, int score) noexcept nogil
    cdef int _reduction(self, int depth, int number) noexcept nogil
    cdef int _pass(self, int beta, int depth, int ply, bint cut_node, int evaluation) noexcept nogil
    cdef int _promise(self, Move move) noexcept nogil
    cdef _collect_roots(self, moves)
