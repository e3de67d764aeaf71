"""Searcher: iterative deepening principal variation search of one process.

It works on the abstract position and evaluator, for any game. Scores are in centipawns from the
side to move's view.
"""

from dataclasses import dataclass
from math import log

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    MAX_MOVES,
    NO_MOVE,
    QUIET,
    TACTICAL,
    Candidate,
    Move,
)
from cython.cimports.amalthea.engine.core.position import plies_to_draw
from cython.cimports.amalthea.engine.evaluation.prober import UNPROBED
from cython.cimports.amalthea.engine.search.constants import (
    ASPIRATION_CP,
    ASPIRATION_DEPTH,
    DEEPER_CP,
    DELTA_CP,
    FUTILITY_CP,
    FUTILITY_DEPTH,
    FUTILITY_PLY_CP,
    HISTORY_BONUS_MAX,
    HISTORY_BONUS_PLY,
    HISTORY_PRUNE,
    HISTORY_PRUNE_DEPTH,
    IIR_DEPTH,
    LAZY_EVAL_CP,
    LAZY_QSEARCH_CP,
    LMP_DEPTH,
    LMP_EXPLOSIVE_MOVES,
    LMP_LIST_LENGTH,
    LMP_MAX_LIST_LENGTH,
    LMP_MOVES,
    LMR_BASE,
    LMR_CAPTURE_HISTORY,
    LMR_CUTOFFS,
    LMR_DEPTH,
    LMR_DIVISOR,
    LMR_HISTORY,
    NULL_DEPTH,
    NULL_DEPTH_DIVISOR,
    NULL_EVAL_CP,
    NULL_REDUCTION,
    NULL_STATIC_CP,
    NULL_STATIC_PLY_CP,
    NULL_VERIFY_DEPTH,
    PRIOR_BONUS_MIN_MOVES,
    PROBCUT_CP,
    PROBCUT_DEPTH,
    PROBCUT_REDUCTION,
    QSEARCH_DEEP_DEPTH,
    QSEARCH_DEEP_MOVES,
    RAZOR_CP,
    RAZOR_DEPTH,
    REVERSE_FUTILITY_CP,
    REVERSE_FUTILITY_DEPTH,
    SEE_CAPTURE_CP,
    SEE_DEPTH,
    SEE_QUIET_CP,
    SHALLOWER_CP,
    SINGULAR_CP,
    SINGULAR_DEPTH,
    SINGULAR_DOUBLE_CP,
    SINGULAR_TT_DEPTH,
    set_search_constant,
)
from cython.cimports.amalthea.engine.search.control import (
    FIRST_WORKER_WORD,
    HARD_WORD,
    LEADER_WORD,
    NODES_WORD,
    STOP_WORD,
    TABLE_HITS_WORD,
    WORDS_PER_WORKER,
    now_ns,
)
from cython.cimports.amalthea.engine.search.history import (
    capture_score,
    countermove,
    follow_up_row,
    quiet_score,
    reply_row,
    update_capture,
    update_quiet,
    update_value,
)
from cython.cimports.amalthea.engine.search.move_picker import (
    BAD_TACTICAL,
    QUIETS,
    PickerState,
)
from cython.cimports.amalthea.engine.search.transposition_table import (
    EXACT,
    LOWER,
    NO_BOUND,
    UPPER,
    Entry,
)
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memcpy, memset

# Constants that are not tuned; the others are in amalthea.engine.search.constants.
# Quiet evasions that quiescence searches in a node, if the exchange evaluation ignores recaptures.
_QSEARCH_QUIET_EVASIONS = cython.declare(cython.const[cython.int], 2)
# Depth of quiescence from which forced captures are no longer treated as forced.
_FORCED_CAPTURE_DEPTH = cython.declare(cython.const[cython.int], -8)
# Nodes of quiescence at one leaf, after which it takes the static evaluation.
_QSEARCH_NODE_LIMIT = cython.declare(cython.const[cython.int], 4000)
# Nodes that quiescence may take in a search beyond its share of them all.
_QSEARCH_FREE_NODES = cython.declare(cython.const[cython.int], 1000)
# Nodes of quiescence at one leaf, after which only the first capture of a position is searched.
_QSEARCH_WIDE_NODES = cython.declare(cython.const[cython.int], 24)
# Nodes between two looks at the clock and the stop word.
_POLL_NODES = cython.declare(cython.const[cython.int], 512)
# Difference between the aspiration windows of workers, so that they search different trees.
_ASPIRATION_SPREAD_CP = cython.declare(cython.const[cython.int], 5)
# Scores of the table are not trusted with fewer plies to a draw by a rule that counts plies.
_TT_MIN_DRAW_PLIES = cython.declare(cython.const[cython.int], 10)
# Odd factors that spread the slots of the last two moves over the keys of the correction history.
_LAST_FACTOR = cython.declare(cython.const[cython.uint], 40503)
_EARLIER_FACTOR = cython.declare(cython.const[cython.uint], 30011)
_FIRST_REPORT_NS = cython.declare(cython.const[cython.longlong], 2_000_000)
_REPORT_INTERVAL_NS = cython.declare(cython.const[cython.longlong], 1_000_000_000)
_REPORT_MOVES_AFTER_NS = cython.declare(cython.const[cython.longlong], 3_000_000_000)

MAX_ITERATION_DEPTH = MAX_DEPTH
MATE_SCORE = MATE


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play of the last search.

    score: centipawns or a mate score. depth: 0 if the line has not been searched.
    """

    score: int
    depth: int
    seldepth: int
    moves: tuple[str, ...]


def set_constant(number, value):
    """Set a constant of the search, in a build for tuning: see constants."""
    set_search_constant(number, value)


def is_mate(score):
    """Return True if a score is a mate score."""
    return abs(score) >= MIN_MATE_SCORE


class Searcher:
    """Searcher for positions of one game, which keeps its histories from one search to the next."""

    def __cinit__(self):
        self.buffers = cython.cast(
            cython.pointer[Candidate],
            malloc((MAX_PLY + 2) * MAX_MOVES * cython.sizeof(Candidate)),
        )
        self.root_moves = cython.cast(
            cython.pointer[RootMove], calloc(MAX_MOVES, cython.sizeof(RootMove))
        )
        if not self.buffers or not self.root_moves:
            raise MemoryError

    def __dealloc__(self):
        free(self.buffers)
        free(self.root_moves)

    def __init__(self, position, evaluator, table, control, index=0):
        """Create a searcher.

        index: its number among the workers, which share table and control words.
        """
        self.position = position
        self.evaluator = evaluator
        self.table = table
        self.control = control
        self.history = History(self.position.history_slots)
        self.picker = MovePicker(position, self.history)
        self.correction_history = CorrectionHistory()
        self.index = index
        depth: cython.int
        number: cython.int
        base: cython.double = LMR_BASE / 100.0
        divisor: cython.double = LMR_DIVISOR / 100.0
        for depth in range(1, REDUCTIONS):
            for number in range(1, REDUCTIONS):
                self.reductions[depth * REDUCTIONS + number] = max(
                    0, int(base + log(depth) * log(number) / divisor)
                )

    def clear(self):
        """Reset the histories, as for a new game."""
        self.history.clear()
        self.correction_history.clear()

    # -- iterative deepening ---------------------------------------------------------------------

    def set_listener(self, listener, start_ns):
        """Report the progress after two milliseconds, and then once a second.

        listener: has `progress(depth, seldepth)` and `current_move(depth, move, number)`, or None.
        start_ns: start of the search, nanoseconds of the monotonic clock.
        """
        self.listener = listener
        self.next_report_ns = start_ns + _FIRST_REPORT_NS if listener is not None else 0
        self.report_moves_from_ns = start_ns + _REPORT_MOVES_AFTER_NS

    def set_position(self, position, evaluator):
        """Search another position of the same game from now on; the histories are kept."""
        self.position = position
        self.evaluator = evaluator
        self.picker.position = position

    def set_prober(self, prober):
        """Set the prober of endgame tables, bound to the position; None stops probing."""
        self.prober = prober
        self.has_prober = prober is not None

    def start(self, search, node_limit, moves):
        """Prepare a search of the current position.

        search: number of the search, for the stop word. node_limit: 0 for none.
        moves: texts of the moves to search, all if empty.
        """
        self.search_number = search
        self.node_limit = node_limit
        self.nodes = 0
        self.quiescence_nodes = 0
        self.table_hits = 0
        self.stopped = False
        self.null_move_min_ply = 0
        self.root_ply = self.position.ply
        self.position.reserve(MAX_PLY + 8)
        memset(self.frames, 0, cython.sizeof(self.frames))
        self._init_root_moves(moves)
        self.position.check()

    def _init_root_moves(self, moves):
        """Set up the root moves, all or those in `moves`."""
        texts = set(moves)
        kinds: cython.int = ALL_MOVES if texts or not self.position.holds_back else TACTICAL | QUIET
        n: cython.int = self.position.generate(self.buffers, kinds)
        i: cython.int
        self.root_move_count = 0
        if self.position.see_ignores_recaptures:
            self._order_root_moves(n)
        for i in range(n):
            if texts and self.position.text(self.buffers[i].move) not in texts:
                continue
            memset(
                cython.address(self.root_moves[self.root_move_count]), 0, cython.sizeof(RootMove)
            )
            self.root_moves[self.root_move_count].move = self.buffers[i].move
            self.root_moves[self.root_move_count].score = -INFINITE
            self.root_moves[self.root_move_count].reported_score = -INFINITE
            self.root_moves[self.root_move_count].pv_length = 1
            self.root_moves[self.root_move_count].pv[0] = self.buffers[i].move
            self.root_move_count += 1
        winning: Move = self.position.winning_move()
        for i in range(self.root_move_count):
            if self.root_moves[i].move == winning:  # to search it first
                self.root_moves[i] = self.root_moves[0]
                self.root_moves[0].move = self.root_moves[0].pv[0] = winning

    def _order_root_moves(self, n):
        """Sort the first `n` root moves by their static evaluation.

        With hundreds of moves the first iterations take so long that a random order is not
        corrected in time. With fewer moves, and where captures can be exchanged, it gained nothing.
        """
        entry: Entry
        self.table.probe(self.position.hash_key, cython.address(entry))
        moving: Candidate
        i: cython.int
        j: cython.int
        for i in range(n):
            moving = self.buffers[i]
            moving.order = INFINITE if moving.move == entry.move else self._eval_after(moving.move)
            j = i
            while j > 0 and self.buffers[j - 1].order < moving.order:
                self.buffers[j] = self.buffers[j - 1]
                j -= 1
            self.buffers[j] = moving

    def _eval_after(self, move):
        """Return the static evaluation after a move, from its mover's view."""
        score: cython.int
        self.position.make(move)
        if self.position.verdict or self.position.winning_move() != NO_MOVE:
            score = MATE - 1 if self.position.verdict < 0 else -MATE + 2
        else:
            score = -self._evaluate(-INFINITE, INFINITE, 0, 0)
        self.position.unmake()
        return score

    def iterate(self, depth, lines):
        """Search the best `lines` moves to a depth; return True if the iteration was completed.

        After a stopped iteration, the moves that it has scored come first, best first. There is
        always a line to report: if not a single move was searched, the first one with its static
        evaluation.

        Raises NotImplementedError if position or evaluator lack a method that the search needs, and
        the exceptions of those in plain Python.
        """
        i: cython.int
        finished: cython.bint = True
        plies: cython.int = depth
        count: cython.int = min(lines, self.root_move_count)
        self.root_depth = depth
        for i in range(self.root_move_count):
            self.root_moves[i].previous_score = self.root_moves[i].reported_score
            self.root_moves[i].previous_index = i
        for i in range(count):
            self.pv_index = i
            with cython.nogil:
                finished = self._aspiration_search(plies)
            if not finished:
                self._finish_stopped_line(i)
                count = self.root_move_count
                break
            self._finish_line(i)
        self._sort_root_moves(0, count)
        self._publish_counts()
        self.position.check()
        self.evaluator.check()
        return finished

    def _finish_line(self, line):
        """Move the line's best move to its place.

        Scores that later moves reported in this iteration cannot have been higher.
        """
        i: cython.int
        self._sort_root_moves(line, self.root_move_count)
        for i in range(line + 1, self.root_move_count):
            if self.root_moves[i].reported_depth == self.root_depth:
                self.root_moves[i].reported_score = min(
                    self.root_moves[i].reported_score, self.root_moves[line].reported_score
                )

    def _finish_stopped_line(self, line):
        """Score a stopped line's moves for sorting: this iteration's scores, else the old order."""
        i: cython.int
        root: cython.pointer[RootMove] = self.root_moves
        if root.reported_depth == 0:  # not even the first move of depth 1 was finished
            root.reported_score = self._eval_after(root.move)
            root.reported_depth = self.root_depth
            root.seldepth = max(1, self.seldepth)
        for i in range(line, self.root_move_count):
            root = self.root_moves + i
            is_new: cython.bint = root.reported_depth == self.root_depth
            root.score = root.reported_score if is_new else -INFINITE - root.previous_index

    def line(self, number):
        """Return the number-th best line, with its last exact score or lower bound."""
        index: cython.int = number
        root: cython.pointer[RootMove] = self.root_moves + index
        texts = []
        i: cython.int
        for i in range(root.pv_length):
            texts.append(self.position.text(root.pv[i]))
            self.position.make(root.pv[i])
        for i in range(root.pv_length):
            self.position.unmake()
        return Line(root.reported_score, root.reported_depth, root.seldepth, tuple(texts))

    def move_count(self):
        """Return the number of root moves."""
        return self.root_move_count

    def best_move_effort(self):
        """Return the best move's share of all nodes, 0 to 1."""
        return float(self.root_moves[0].nodes) / self.nodes if self.nodes else 1.0

    def node_count(self):
        """Return the number of nodes of this search so far."""
        return self.nodes

    def quiescence_share(self):
        """Return the share of this search's nodes that were below its leaves, 0 to 1."""
        return float(self.quiescence_nodes) / self.nodes if self.nodes else 0.0

    def _aspiration_search(self, depth):
        """Search one line in a window around its last score, which is widened until the score fits.

        Returns False if the search was stopped.
        """
        best: cython.int
        delta: cython.int = ASPIRATION_CP + _ASPIRATION_SPREAD_CP * (self.index % 4)
        alpha: cython.int = -INFINITE
        beta: cython.int = INFINITE
        reduced: cython.int = 0
        previous: cython.int = self.root_moves[self.pv_index].previous_score
        self.seldepth = 0
        if depth >= ASPIRATION_DEPTH and abs(previous) < MIN_MATE_SCORE:
            alpha = max(previous - delta, -INFINITE)
            beta = min(previous + delta, INFINITE)
        while True:
            best = self.search_root(alpha, beta, max(1, depth - reduced))
            if self.stopped:
                return False
            if best <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(best - delta, -INFINITE)
                reduced = 0
            elif best >= beta:
                beta = min(best + delta, INFINITE)
                if abs(best) < MIN_MATE_SCORE:
                    reduced = min(reduced + 1, 3)
            else:
                return True
            if abs(best) >= MIN_MATE_SCORE:
                alpha = -INFINITE if best < 0 else alpha
                beta = INFINITE if best > 0 else beta
            delta += delta // 2
            self._sort_root_moves(self.pv_index, self.root_move_count)

    def _sort_root_moves(self, first, last):
        """Sort root moves by score; a stable insertion sort."""
        moving: RootMove
        i: cython.int
        j: cython.int
        for i in range(first + 1, last):
            if self.root_moves[i].score <= self.root_moves[i - 1].score:
                continue
            moving = self.root_moves[i]
            j = i
            while j > first and self.root_moves[j - 1].score < moving.score:
                self.root_moves[j] = self.root_moves[j - 1]
                j -= 1
            self.root_moves[j] = moving

    def _should_stop(self):
        """Return True if the search must end; publish nodes and report progress at intervals."""
        if self.node_limit and self.nodes >= self.node_limit:
            self.stopped = True
        elif self.nodes % _POLL_NODES == 0:
            self._publish_counts()
            if self.next_report_ns and now_ns() >= self.next_report_ns:
                self._report_progress()
            if self.control.words[STOP_WORD] >= self.search_number:
                self.stopped = True
            elif self.control.words[HARD_WORD] and now_ns() >= self.control.words[HARD_WORD]:
                self.stopped = True
        return self.stopped

    def _report_progress(self):
        """Report the depth, once a second: a message costs as much as some thousand nodes."""
        self.next_report_ns += _REPORT_INTERVAL_NS
        self.listener.progress(self.root_depth, self.seldepth)

    def _report_current_move(self, number):
        """Report the root move being searched, after the first seconds of a search."""
        if self.control.words[LEADER_WORD] == self.index:
            move = self.position.text(self.root_moves[number].move)
            self.listener.current_move(self.root_depth, move, number + 1)

    def _publish_counts(self):
        """Publish the counts of nodes and of hits in endgame tables to the other processes."""
        first: cython.int = FIRST_WORKER_WORD + self.index * WORDS_PER_WORKER
        self.control.words[first + NODES_WORD] = self.nodes
        self.control.words[first + TABLE_HITS_WORD] = self.table_hits

    # -- the tree --------------------------------------------------------------------------------

    def search_root(self, alpha, beta, depth):
        """Search the root moves from `pv_index` on and return the best score.

        A score inside the window is exact and saved with its line. A score above the window is
        saved, too, unless it is the first move's, in case the search is stopped before the move is
        searched again. Moves that fail low get -INFINITE and so keep their order behind the others.
        """
        i: cython.int
        score: cython.int
        best: cython.int = -INFINITE
        low: cython.int = alpha
        new_depth: cython.int
        reduction: cython.int
        before: cython.ulonglong
        candidate: Candidate
        root: cython.pointer[RootMove]
        self.frames[0].eval = NO_EVAL
        for i in range(self.pv_index, self.root_move_count):
            root = self.root_moves + i
            if self.next_report_ns and now_ns() >= self.report_moves_from_ns:
                self._report_current_move(i)
            before = self.nodes
            self.position.describe(root.move, cython.address(candidate))
            self.frames[0].slot = candidate.slot
            self.frames[0].tactical = candidate.tactical
            self.nodes += 1
            self.position.make(root.move)
            new_depth = depth - 1 + self.position.is_threatened()
            score = alpha + 1
            if i > self.pv_index:
                reduction = 0
                if depth >= LMR_DEPTH and not candidate.tactical:
                    reduction = max(0, self._base_reduction(depth, i + 1) - 1)
                score = -self.alphabeta(-alpha - 1, -alpha, new_depth - reduction, 1, True)
                if score > alpha and reduction > 0 and not self.stopped:
                    score = -self.alphabeta(-alpha - 1, -alpha, new_depth, 1, True)
            if score > alpha and not self.stopped:
                score = -self.alphabeta(-beta, -alpha, new_depth, 1, False)
            self.position.unmake()
            root.nodes += self.nodes - before
            if self.stopped:
                return best
            best = max(best, score)
            root.score = score if i == self.pv_index or score > alpha else -INFINITE
            if low < score and (score < beta if i == self.pv_index else score > alpha):
                self._save_root_pv(root, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best

    def _save_root_pv(self, root, score):
        """Save the score and the principal variation of a root move."""
        root.reported_score = score
        root.reported_depth = self.root_depth
        root.seldepth = self.seldepth
        root.pv_length = self.pv_lengths[1] + 1
        root.pv[0] = root.move
        memcpy(
            cython.address(root.pv[1]),
            cython.address(self.pv_table[MAX_PLY + 2]),
            self.pv_lengths[1] * cython.sizeof(Move),
        )

    def _base_reduction(self, depth, number):
        """Return the late move reduction of a node's number-th move, before adjustments."""
        return self.reductions[
            min(depth, REDUCTIONS - 1) * REDUCTIONS + min(number, REDUCTIONS - 1)
        ]

    def alphabeta(self, alpha, beta, depth, ply, cut_node):
        """Return the score of the position: exact inside (alpha, beta), else a bound."""
        # Step 1. Quiescence search at the leaves.
        if depth <= 0:
            return self._leaf_search(alpha, beta, ply)

        # Step 2. End of the game, end of the tree, and mate distance pruning.
        score: cython.int = self._enter_node(alpha, beta, ply)
        if score != NO_SCORE:
            return score
        in_check: cython.bint = self.position.is_threatened()
        must_capture: cython.bint = self.position.forced_capture and self.position.must_capture()
        in_check = in_check or must_capture  # the static evaluation means as little as in check
        pv_node: cython.bint = beta - alpha > 1
        alpha = max(alpha, -MATE + ply)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha

        # Step 3. Transposition table: a cutoff if the depth suffices, else the hash move.
        key: cython.ulonglong = self.position.hash_key
        entry: Entry
        hit: cython.bint = self._probe_table(cython.address(entry))
        hash_score: cython.int = 0
        excluded: Move = self.frames[ply].excluded_move
        if hit:
            hash_score = _from_table(entry.score, ply)
            if (
                not (pv_node or excluded)
                and entry.depth >= depth
                and entry.bound & (LOWER if hash_score >= beta else UPPER)
                and plies_to_draw(self.position) > _TT_MIN_DRAW_PLIES
            ):
                return hash_score

        # Step 4. Static evaluation, replaced by the table's score if that is a better bound.
        frame: cython.pointer[Frame] = self.frames + ply
        evaluation: cython.int = NO_EVAL
        improving: cython.bint = False
        frame.eval = NO_EVAL
        if not in_check:
            evaluation = self._evaluate(alpha, beta, LAZY_EVAL_CP, ply)
            frame.eval = evaluation
            improving = ply >= 2 and evaluation > self.frames[ply - 2].eval
            if hit and entry.bound & (LOWER if hash_score > evaluation else UPPER):
                evaluation = hash_score
        self.frames[ply + 1].killers[0] = NO_MOVE
        self.frames[ply + 1].killers[1] = NO_MOVE
        self.frames[ply + 2].cutoffs = 0

        if (
            not (pv_node or in_check or excluded)
            and abs(beta) < MIN_MATE_SCORE
            and ply >= self.null_move_min_ply
        ):
            # Step 5. Reverse futility pruning: the evaluation is far above beta.
            if (
                depth <= REVERSE_FUTILITY_DEPTH
                and evaluation - REVERSE_FUTILITY_CP * (depth - improving) >= beta
                and evaluation < MIN_MATE_SCORE
            ):
                return evaluation

            # Step 6. Razoring: the evaluation is so far below alpha that only captures can help.
            if depth <= RAZOR_DEPTH and evaluation + RAZOR_CP * depth <= alpha:
                score = self._leaf_search(alpha, alpha + 1, ply)
                if score <= alpha:
                    return score

            # Step 7. Null move pruning: if the score is above beta even after a null move, a
            # real move will do. Not if zugzwang is likely; deep cutoffs are verified.
            if (
                depth >= NULL_DEPTH
                and evaluation >= beta
                and frame.eval >= beta + NULL_STATIC_CP - NULL_STATIC_PLY_CP * depth
                and self.frames[ply - 1].slot >= 0
                and self.position.can_null_move()
            ):
                score = self._null_move_search(beta, depth, ply, cut_node, evaluation)
                if score >= beta or self.stopped:
                    return score

        # Step 8. ProbCut: a capture that is far above beta in a reduced search is taken to be
        # above beta.
        if (
            depth >= PROBCUT_DEPTH
            and not (pv_node or in_check or excluded)
            and abs(beta) < MIN_MATE_SCORE
            and not (
                hit and entry.depth >= depth - PROBCUT_REDUCTION and hash_score < beta + PROBCUT_CP
            )
        ):
            score = self._probcut_search(
                beta + PROBCUT_CP, depth, ply, cut_node, evaluation, entry.move
            )
            if score >= beta or self.stopped:
                return score

        # Step 9. Internal iterative reduction: without a hash move the order is poor, and a
        # cheaper search finds one for the next time.
        if depth >= IIR_DEPTH and entry.move == NO_MOVE and (pv_node or cut_node):
            depth -= 1

        # Step 10. Extend the only reply where captures are compulsory, so that the search sees the
        # end of a sequence of forced captures.
        if (
            must_capture
            and ply < 2 * self.root_depth
            and self.position.generate(self.buffers + ply * MAX_MOVES, TACTICAL) == 1
        ):
            depth += 1

        # Step 11. Loop over the moves.
        state: PickerState
        tried: Candidate[MAX_TRIED_MOVES]
        current: Candidate
        candidate: cython.pointer[Candidate]
        best: cython.int = -INFINITE
        best_move: Move = NO_MOVE
        best_is_tactical: cython.bint = False
        bound: cython.int = UPPER
        number: cython.int = 0
        tried_count: cython.int = 0
        new_depth: cython.int
        reduction: cython.int
        history: cython.int
        extension: cython.int
        see_threshold: cython.int
        lmp_limit: cython.int = LMP_EXPLOSIVE_MOVES if self.position.explosive else LMP_MOVES
        lmp_limit = (lmp_limit + depth * depth) * (2 if improving or pv_node else 1)
        self._start_picker(cython.address(state), entry.move, ply, depth, False)
        while True:
            candidate = self.picker.pick(cython.address(state))
            if not candidate:
                break
            current = candidate[0]
            if current.move == excluded:
                continue
            number += 1
            history = 0
            if not current.tactical:
                history = quiet_score(cython.address(state.histories), current.slot)

            # Step 12. Pruning at shallow depth, once a searched move does not lose by force; so
            # the only legal move is never pruned.
            see_threshold = -INFINITE
            if best > -MIN_MATE_SCORE and not (
                self.position.counts_checks and self.position.gives_check(current.move)
            ):
                if not current.tactical:
                    reduction = self._base_reduction(depth, number)
                    # Late move pruning: good quiet moves come first in the order.
                    if depth <= LMP_DEPTH and number * LMP_LIST_LENGTH > lmp_limit * min(
                        LMP_MAX_LIST_LENGTH, max(LMP_LIST_LENGTH, state.quiet_count)
                    ):
                        state.skip_quiets = True
                        if state.stage >= QUIETS:
                            continue
                    # Futility pruning: no quiet move raises the evaluation that much.
                    if (
                        depth <= FUTILITY_DEPTH
                        and not in_check
                        and evaluation + FUTILITY_CP + FUTILITY_PLY_CP * max(1, depth - reduction)
                        <= alpha
                        and not self._gives_check(cython.address(state), cython.address(current))
                    ):
                        continue
                    # History pruning.
                    if depth <= HISTORY_PRUNE_DEPTH and history < -HISTORY_PRUNE * depth:
                        continue
                    see_threshold = -SEE_QUIET_CP * max(1, depth - reduction)
                elif state.stage == BAD_TACTICAL:
                    see_threshold = -SEE_CAPTURE_CP * depth
            # Prefetch the table's cluster during the static exchange evaluation.
            self.table.prefetch(self.position.key_after(current.move))
            if (
                see_threshold > -INFINITE
                and depth <= SEE_DEPTH
                and not self.position.wins_exchange(current.move, see_threshold)
            ):
                continue

            # Step 13. Singular extension: extend a hash move that is much better than all other
            # moves. If another move is above beta, too, so is the node (multi-cut); else reduce
            # a hash move that is not singular.
            extension = 0
            if (
                current.move == entry.move
                and not excluded
                and depth >= SINGULAR_DEPTH
                and entry.bound & LOWER
                and entry.depth >= depth - SINGULAR_TT_DEPTH
                and abs(hash_score) < MIN_MATE_SCORE
                and ply < 2 * self.root_depth
            ):
                margin: cython.int = hash_score - depth * SINGULAR_CP // 16
                score = self._search_excluding(
                    current.move, margin, (depth - 1) // 2, ply, cut_node
                )
                if self.stopped:
                    return DRAW
                if score < margin:
                    extension = 1 + (not pv_node and score < margin - SINGULAR_DOUBLE_CP)
                elif margin >= beta:
                    return margin
                elif hash_score >= beta:
                    extension = -2
                elif cut_node:
                    extension = -1

            # Step 14. Make the move, unless it loses at once. Extend checks, unless the piece that
            # gives check is lost and checks are not counted.
            loses: cython.bint = not self.position.counts_checks and (
                state.stage == BAD_TACTICAL
                or (
                    not current.tactical
                    and self._gives_check(cython.address(state), cython.address(current))
                    and not self.position.wins_exchange(current.move, 0)
                )
            )
            if not self._make_move(cython.address(current), ply):
                best = max(best, -MATE + ply + 1)
                continue
            checks: cython.bint = self.position.is_threatened()
            if checks and not loses and ply < 2 * self.root_depth:
                extension = max(extension, 1)
            new_depth = depth - 1 + extension

            # Step 15. Late move reductions: search late moves with reduced depth, and again with
            # full depth if one is above alpha, a ply more or less by its lead over the others.
            score = alpha + 1
            if number > 1:
                reduction = 0
                if depth >= LMR_DEPTH:
                    reduction = self._base_reduction(depth, number)
                    if current.tactical:
                        reduction = 2 * reduction // 3 - 1 + (state.stage == BAD_TACTICAL)
                        reduction -= (
                            capture_score(self.history, cython.address(current))
                            // LMR_CAPTURE_HISTORY
                        )
                    else:
                        reduction += cut_node - pv_node + (not improving)
                        reduction += self.frames[ply + 1].cutoffs > LMR_CUTOFFS
                        reduction -= checks
                        reduction -= history // LMR_HISTORY
                    reduction = max(0, min(reduction, new_depth - 1))
                score = -self.alphabeta(-alpha - 1, -alpha, new_depth - reduction, ply + 1, True)
                if score > alpha and reduction > 0 and not self.stopped:
                    if score < best + SHALLOWER_CP:
                        new_depth -= 1
                    elif (
                        score > best + DEEPER_CP
                        and reduction >= 2
                        and best > -MIN_MATE_SCORE
                        and ply < 2 * self.root_depth
                    ):
                        new_depth += 1
                    score = -self.alphabeta(-alpha - 1, -alpha, new_depth, ply + 1, not cut_node)

            # Step 16. Full window search of the first move and of moves above alpha.
            if number == 1 or (pv_node and score > alpha):
                if pv_node and not self.stopped:
                    score = -self.alphabeta(-beta, -alpha, new_depth, ply + 1, False)
                elif not self.stopped:
                    score = -self.alphabeta(-beta, -alpha, new_depth, ply + 1, not cut_node)
            self.position.unmake()
            if self.stopped:
                return DRAW

            # Step 17. New best move, perhaps a beta cutoff.
            if score > best:
                best = score
                if score > alpha:
                    best_move = current.move
                    best_is_tactical = current.tactical
                    bound = EXACT
                    if pv_node:
                        self._update_pv(current.move, ply)
                    if score >= beta:
                        bound = LOWER
                        frame.cutoffs += 1
                        self._update_histories(
                            cython.address(state),
                            cython.address(current),
                            tried,
                            tried_count,
                            depth,
                            ply,
                        )
                        break
                    alpha = score
            if tried_count < MAX_TRIED_MOVES:
                tried[tried_count] = current
                tried_count += 1

        # Step 18. Checkmate or stalemate, unless a move was excluded.
        if excluded:
            return best if number else alpha
        if number == 0:
            return self.position.no_move_value() * (MATE - ply)

        # Step 19. If many moves all fail low, the opponent's quiet move before them was good.
        if (
            bound == UPPER
            and state.quiet_count >= PRIOR_BONUS_MIN_MOVES
            and self.frames[ply - 1].slot >= 0
            and not self.frames[ply - 1].tactical
        ):
            self._update_previous_move(depth, ply)

        # Step 20. Update the correction history, if the score bounds the evaluation's error and
        # the error does not come from captures.
        if (
            not (in_check or best_is_tactical)
            and abs(best) < MIN_MATE_SCORE
            and not (bound == LOWER and best <= frame.eval)
            and not (bound == UPPER and best >= frame.eval)
        ):
            self.correction_history.update(
                self.position, best - frame.eval, depth, self._line_key(ply)
            )

        # Step 21. Store the result in the transposition table.
        self.table.store(key, best_move, _to_table(best, ply), depth, bound)
        return best

    def _null_move_search(self, beta, depth, ply, cut_node, evaluation):
        """Return the score of a reduced search after a null move; below beta: no cutoff."""
        reduction: cython.int = (
            NULL_REDUCTION
            + depth // NULL_DEPTH_DIVISOR
            + min(3, (evaluation - beta) // NULL_EVAL_CP)
        )
        score: cython.int
        self.frames[ply].slot = -1
        self.nodes += 1
        self.position.make_null()
        score = -self.alphabeta(-beta, -beta + 1, depth - reduction, ply + 1, not cut_node)
        self.position.unmake_null()
        if score < beta or self.stopped:
            return beta - 1
        if score >= MIN_MATE_SCORE:
            score = beta  # a mate after a null move is unproven
        is_doubtful: cython.bint = self.position.is_null_move_doubtful()
        if self.null_move_min_ply or (depth < NULL_VERIFY_DEPTH and not is_doubtful):
            return score
        # Verification search: without null moves and evaluation cutoffs in the next plies.
        verify_depth: cython.int = depth - (NULL_REDUCTION + 1 if is_doubtful else reduction)
        min_ply: cython.int = self.null_move_min_ply
        self.null_move_min_ply = ply + max(1, 3 * verify_depth // 4)
        verified: cython.int = self.alphabeta(beta - 1, beta, verify_depth, ply, False)
        self.null_move_min_ply = min_ply
        return score if verified >= beta else beta - 1

    def _probcut_search(self, bound, depth, ply, cut_node, evaluation, hash_move):
        """Return at least `bound - PROBCUT_CP` if a capture proves such a score, else less."""
        state: PickerState
        current: Candidate
        candidate: cython.pointer[Candidate]
        score: cython.int
        self._start_picker(cython.address(state), hash_move, ply, 0, True)
        while True:
            candidate = self.picker.pick(cython.address(state))
            if not candidate:
                return -INFINITE
            current = candidate[0]
            if not self.position.wins_exchange(current.move, bound - evaluation):
                continue
            self.table.prefetch(self.position.key_after(current.move))
            if not self._make_move(cython.address(current), ply):
                continue
            score = -self._leaf_search(-bound, -bound + 1, ply + 1)
            if score >= bound and not self.stopped:
                score = -self.alphabeta(
                    -bound, -bound + 1, depth - 1 - PROBCUT_REDUCTION, ply + 1, not cut_node
                )
            self.position.unmake()
            if self.stopped:
                return DRAW
            if score >= bound:
                self.table.store(
                    self.position.hash_key,
                    current.move,
                    _to_table(score, ply),
                    depth - PROBCUT_REDUCTION,
                    LOWER,
                )
                return score if score >= MIN_MATE_SCORE else score - PROBCUT_CP

    def _search_excluding(self, move, beta, depth, ply, cut_node):
        """Return the node's score without one move, in a null window below beta."""
        self.frames[ply].excluded_move = move
        score: cython.int = self.alphabeta(beta - 1, beta, depth, ply, cut_node)
        self.frames[ply].excluded_move = NO_MOVE
        self.pv_lengths[ply] = 0
        return score

    def _leaf_search(self, alpha, beta, ply):
        """Return the score of quiescence at a leaf, with a limit of its nodes.

        On a full board captures never end. So that the search still reaches its next depth,
        quiescence gets two nodes of three, and _QSEARCH_FREE_NODES more. After _QSEARCH_WIDE_NODES
        only the first capture of a position is searched, except where a further check may win, or
        where the exchange evaluation ignores recaptures and so does not put the best one first.
        """
        before: cython.longlong = self.nodes
        left: cython.longlong = _QSEARCH_FREE_NODES + 2 * before - 3 * self.quiescence_nodes
        self.leaf_limit = before + max(0, min(_QSEARCH_NODE_LIMIT, left))
        stays_wide: cython.bint = (
            self.position.counts_checks or self.position.see_ignores_recaptures
        )
        self.narrow_from = before + (_QSEARCH_NODE_LIMIT if stays_wide else _QSEARCH_WIDE_NODES)
        score: cython.int = self.quiescence(alpha, beta, 0, ply)
        self.quiescence_nodes += self.nodes - before
        return score

    def quiescence(self, alpha, beta, depth, ply):
        """Search captures and promotions, in check all moves, until the position is quiet.

        Where checks are counted, the first ply searches quiet checks, too.

        depth: counts down from 0. Far down only the first few captures are searched, and nothing
        beyond the leaf's limit of nodes.
        """
        score: cython.int = self._enter_node(alpha, beta, ply)
        if score != NO_SCORE:
            return score
        must_capture: cython.bint = (
            self.position.forced_capture
            and depth > _FORCED_CAPTURE_DEPTH
            and self.position.must_capture()
        )
        in_check: cython.bint = not must_capture and self.position.is_threatened()
        if in_check and self.nodes > self.leaf_limit:  # each evasion may be answered by a check
            return self._evaluate(alpha, beta, LAZY_QSEARCH_CP, ply)
        pv_node: cython.bint = beta - alpha > 1
        key: cython.ulonglong = self.position.hash_key
        entry: Entry
        hit: cython.bint = self._probe_table(cython.address(entry))
        if hit:
            score = _from_table(entry.score, ply)
            if not pv_node and entry.bound & (LOWER if score >= beta else UPPER):
                return score

        # Stand pat: no capture is compulsory, unless the rules say so.
        best: cython.int = -INFINITE
        futility_base: cython.int = -INFINITE
        if must_capture:
            futility_base = INFINITE
        elif not in_check:
            best = self._evaluate(alpha, beta, LAZY_QSEARCH_CP, ply)
            if hit and entry.bound & (LOWER if score > best else UPPER):
                best = score
            if best >= beta:
                return best
            alpha = max(alpha, best)
            futility_base = best + DELTA_CP

        state: PickerState
        current: Candidate
        candidate: cython.pointer[Candidate]
        best_move: Move = NO_MOVE
        bound: cython.int = UPPER
        number: cython.int = 0
        quiet_evasions: cython.int = 0
        prunable: cython.bint
        self._start_picker(
            cython.address(state), entry.move, ply, 0, not (in_check or must_capture)
        )
        state.checks_too = state.tactical_only and self.position.counts_checks and depth == 0
        while True:
            candidate = self.picker.pick(cython.address(state))
            if not candidate:
                break
            current = candidate[0]
            number += 1
            prunable = not in_check and state.stage != QUIETS  # a check counts, whatever it takes
            if prunable and futility_base + current.gain <= alpha:
                # Delta pruning: the captured piece is not enough to raise alpha.
                best = max(best, futility_base + current.gain)
                continue
            if (
                prunable
                and futility_base <= alpha
                and best > -MIN_MATE_SCORE
                and not self.position.wins_exchange(current.move, 1)
            ):
                # An even exchange does not raise alpha either.
                best = max(best, futility_base)
                continue
            if in_check and best > -MIN_MATE_SCORE and state.stage == BAD_TACTICAL:
                continue
            if best > -MIN_MATE_SCORE:
                if number > QSEARCH_DEEP_MOVES and depth <= QSEARCH_DEEP_DEPTH:
                    break
                if self.nodes > self.leaf_limit:
                    break
                if self.nodes > self.narrow_from and not (number == 1 or in_check or must_capture):
                    break
                if self.position.see_ignores_recaptures:
                    # SEE says little then, and the captures would never end.
                    quiet_evasions += in_check and not current.tactical
                    if quiet_evasions > _QSEARCH_QUIET_EVASIONS or (number > 1 and depth < 0):
                        break
            self.table.prefetch(self.position.key_after(current.move))
            if not self._make_move(cython.address(current), ply):
                best = max(best, -MATE + ply + 1)
                continue
            score = -self.quiescence(-beta, -alpha, depth - 1, ply + 1)
            self.position.unmake()
            if self.stopped:
                return DRAW
            if score > best:
                best = score
                if score > alpha:
                    best_move = current.move
                    if pv_node:
                        self._update_pv(current.move, ply)
                    if score >= beta:
                        bound = LOWER
                        break
                    alpha = score
        if number + state.bad_count == 0 and in_check:
            return self.position.no_move_value() * (MATE - ply)
        self.table.store(key, best_move, _to_table(best, ply), 0, bound)
        return best

    def _enter_node(self, alpha, beta, ply):
        """Start a node: return its score if it needs no search, else NO_SCORE."""
        self.pv_lengths[ply] = 0
        if self._should_stop():
            return DRAW
        self.seldepth = max(self.seldepth, ply + 1)
        if self.position.verdict:
            return self.position.verdict * (MATE - ply)
        if self.position.is_drawn(self.root_ply):
            return self.position.draw_score(self.root_ply)
        if self.has_prober:
            score: cython.int = self._probe_endgame(ply)
            if score != NO_SCORE:
                return score
        if self._has_winning_move(ply):
            return MATE - ply - 1
        if ply < MAX_PLY - 1:
            return NO_SCORE
        if self.position.is_threatened():
            return DRAW
        return self._evaluate(alpha, beta, LAZY_QSEARCH_CP, ply)

    def _evaluate(self, alpha, beta, margin, ply):
        """Return the corrected static evaluation, kept below mate scores."""
        score: cython.int = self.evaluator.evaluate(alpha, beta, margin)
        score += self.correction_history.correction(self.position, self._line_key(ply))
        return max(-MIN_MATE_SCORE + 1, min(MIN_MATE_SCORE - 1, score))

    def _line_key(self, ply):
        """Return a key of the last two moves, 0 if the tree has fewer or one is a null move."""
        if ply < 2 or self.frames[ply - 1].slot < 0 or self.frames[ply - 2].slot < 0:
            return 0
        last: cython.uint = self.frames[ply - 1].slot
        earlier: cython.uint = self.frames[ply - 2].slot
        return 1 + last * _LAST_FACTOR + earlier * _EARLIER_FACTOR

    def _probe_endgame(self, ply):
        """Return the score from the endgame tables, or NO_SCORE."""
        plies: cython.int = self.prober.probe()
        if plies == UNPROBED:
            return NO_SCORE
        self.table_hits += 1
        if plies == 0:
            return DRAW
        return MATE - ply - plies if plies > 0 else -MATE + ply - plies

    def _probe_table(self, entry):
        """Probe the transposition table; a mate that a draw rule would prevent gets no bound."""
        hit: cython.bint = self.table.probe(self.position.hash_key, entry)
        if (
            hit
            and abs(entry.score) >= MIN_MATE_SCORE
            and MATE - abs(entry.score) > plies_to_draw(self.position)
        ):
            entry.bound = NO_BOUND
        return hit

    def _start_picker(self, state, hash_move, ply, depth, tactical_only):
        """Start move picking with the node's killers, countermove and histories."""
        slot: cython.int = self.frames[ply - 1].slot
        self.picker.start(state, hash_move, self.buffers + ply * MAX_MOVES, depth, tactical_only)
        state.killers[0] = self.frames[ply].killers[0]
        state.killers[1] = self.frames[ply].killers[1]
        state.killers[2] = NO_MOVE
        state.histories.quiet = self.history.quiet + self.position.side * self.history.slots
        state.histories.continuation[1] = cython.NULL
        state.histories.continuation[2] = cython.NULL
        state.histories.continuation[4] = cython.NULL
        if slot >= 0:
            state.histories.continuation[1] = reply_row(self.history, slot)
            state.killers[2] = countermove(self.history, self.position.side, slot)[0]
        if ply >= 2 and self.frames[ply - 2].slot >= 0:
            state.histories.continuation[2] = follow_up_row(self.history, self.frames[ply - 2].slot)
        if ply >= 4 and self.frames[ply - 4].slot >= 0:
            state.histories.continuation[4] = follow_up_row(self.history, self.frames[ply - 4].slot)

    def _gives_check(self, state, candidate):
        """Return True if a quiet move gives check; the picker knows that of moves it has sorted."""
        if state.stage == QUIETS:
            return candidate.checks
        return self.position.gives_check(candidate.move)

    def _make_move(self, candidate, ply):
        """Make a move of a node; unmake it and return False if the mover loses at once by it."""
        self.frames[ply].slot = candidate.slot
        self.frames[ply].tactical = candidate.tactical
        self.position.make(candidate.move)
        if self.position.verdict > 0:
            self.position.unmake()
            return False
        self.nodes += 1
        return True

    def _update_histories(self, state, best, tried, tried_count, depth, ply):
        """Give the cutoff move a history bonus and the moves tried before it a malus."""
        bonus: cython.int = min(HISTORY_BONUS_MAX, HISTORY_BONUS_PLY * depth)
        i: cython.int
        slot: cython.int = self.frames[ply - 1].slot
        frame: cython.pointer[Frame] = self.frames + ply
        if best.tactical:
            update_capture(self.history, best, bonus)
        else:
            if frame.killers[0] != best.move:
                frame.killers[1] = frame.killers[0]
                frame.killers[0] = best.move
            if slot >= 0:
                countermove(self.history, self.position.side, slot)[0] = best.move
            update_quiet(cython.address(state.histories), best.slot, bonus)
        for i in range(tried_count):
            if tried[i].tactical:
                update_capture(self.history, cython.address(tried[i]), -bonus)
            elif not best.tactical:
                update_quiet(cython.address(state.histories), tried[i].slot, -bonus)

    def _update_previous_move(self, depth, ply):
        """Give the quiet move that led to this node a history bonus, as every reply failed low."""
        slot: cython.int = self.frames[ply - 1].slot
        bonus: cython.int = min(HISTORY_BONUS_MAX, HISTORY_BONUS_PLY * depth) // 2
        opponent: cython.int = 1 - self.position.side
        update_value(self.history.quiet + opponent * self.history.slots + slot, bonus)
        if ply >= 2 and self.frames[ply - 2].slot >= 0:
            update_value(reply_row(self.history, self.frames[ply - 2].slot) + slot, bonus)

    def _has_winning_move(self, ply):
        """Return True if a move wins the game at once; it becomes the node's line."""
        move: Move = self.position.winning_move()
        if move == NO_MOVE:
            return False
        self.pv_lengths[ply] = 1
        self.pv_table[ply * (MAX_PLY + 2)] = move
        return True

    def _update_pv(self, move, ply):
        """Set the node's line: its best move and the line after it."""
        pv: cython.pointer[Move] = self.pv_table + ply * (MAX_PLY + 2)
        pv[0] = move
        memcpy(
            pv + 1,
            self.pv_table + (ply + 1) * (MAX_PLY + 2),
            self.pv_lengths[ply + 1] * cython.sizeof(Move),
        )
        self.pv_lengths[ply] = self.pv_lengths[ply + 1] + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _to_table(score: cython.int, ply: cython.int) -> cython.int:
    """Return a score for the table: mate scores count from the stored position, not the root."""
    if score >= MIN_MATE_SCORE:
        return score + ply
    if score <= -MIN_MATE_SCORE:
        return score - ply
    return score


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _from_table(score: cython.int, ply: cython.int) -> cython.int:
    """Return a score from the table as seen from the root."""
    if score >= MIN_MATE_SCORE:
        return score - ply
    if score <= -MIN_MATE_SCORE:
        return score + ply
    return score
