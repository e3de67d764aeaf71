"""The searcher of one process: iterative deepening principal variation search.

Written against the abstract position and evaluator; it knows no game. Scores are centipawns from
the side to move's view. The technical words are those of the chessprogramming wiki.
"""

from dataclasses import dataclass
from math import log

import cython
from cython.cimports.amalthea.engine.core.moves import (
    ALL_MOVES,
    MAX_MOVES,
    NO_MOVE,
    Candidate,
    Move,
)
from cython.cimports.amalthea.engine.core.position import plies_to_draw
from cython.cimports.amalthea.engine.evaluation.prober import UNPROBED
from cython.cimports.amalthea.engine.search.constants import (
    ASPIRATION_CP,
    ASPIRATION_DEPTH,
    BAD_EXCHANGE_CP,
    DEEP_CAPTURES,
    DEEP_CAPTURES_DEPTH,
    DELTA_CP,
    EXCHANGE_DEPTH,
    FUTILITY_CP,
    FUTILITY_DEPTH,
    FUTILITY_PLY_CP,
    HISTORY_DEPTH,
    HISTORY_PRUNE,
    IIR_DEPTH,
    LATE_MOST_MOVES,
    LATE_MOVE_DEPTH,
    LATE_MOVES,
    LATE_OF_MOVES,
    NULL_CP,
    NULL_DEPTH,
    NULL_DEPTH_DIVISOR,
    NULL_REDUCTION,
    NULL_STATIC_CP,
    NULL_STATIC_PLY_CP,
    NULL_VERIFY_DEPTH,
    PRAISED_FROM_MOVES,
    PROBCUT_CP,
    PROBCUT_DEPTH,
    PROBCUT_REDUCTION,
    QUIET_EXCHANGE_CP,
    RAZOR_CP,
    RAZOR_DEPTH,
    REDUCTION_BASE,
    REDUCTION_CAPTURES,
    REDUCTION_CUTOFFS,
    REDUCTION_DEPTH,
    REDUCTION_DIVISOR,
    REDUCTION_HISTORY,
    REVERSE_FUTILITY_CP,
    REVERSE_FUTILITY_DEPTH,
    REWARD_A_PLY,
    REWARD_MOST,
    ROUGH_CP,
    ROUGH_LEAF_CP,
    SINGULAR_CP,
    SINGULAR_DEPTH,
    SINGULAR_TABLE_DEPTH,
    SINGULAR_TWICE_CP,
    set_search_constant,
)
from cython.cimports.amalthea.engine.search.control import (
    FIRST_WORKER_WORD,
    HARD_WORD,
    LEADER_WORD,
    NODES_WORD,
    STOP_WORD,
    WORDS_A_WORKER,
    now_ns,
)
from cython.cimports.amalthea.engine.search.move_picker import BAD_TACTICAL, QUIETS, Picker
from cython.cimports.amalthea.engine.search.transposition_table import (
    EXACT,
    LOWER,
    NO_BOUND,
    UPPER,
    Entry,
)
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memcpy, memset

# Numbers of the search that are not tuned; all others are in amalthea.engine.search.constants.
_EVASIONS = cython.declare(cython.const[cython.int], 2)  # in quiescence judged at sight
_COMPELLED_DEPTH = cython.declare(cython.const[cython.int], -8)  # captures end at sight from there
_POLL_NODES = cython.declare(cython.const[cython.int], 512)  # between looks at the clock
_ASPIRATION_SPREAD_CP = cython.declare(cython.const[cython.int], 5)  # by searcher: they differ
_DISTRUST_PLIES = cython.declare(cython.const[cython.int], 10)  # before a draw by a count of plies
_MELEE_NODES = cython.declare(cython.const[cython.int], 4000)  # behind one leaf: see quiescence
_TELL_NS = cython.declare(cython.const[cython.longlong], 1_000_000_000)  # of a long iteration
_TELL_MOVES_NS = cython.declare(cython.const[cython.longlong], 3_000_000_000)  # without its moves

DEEPEST = MAX_DEPTH  # the last iteration
MATE_SCORE = MATE  # less the plies to it


@dataclass(frozen=True, slots=True)
class Line:
    """score: centipawns or a mate score. depth: 0 when the line has never been searched."""

    score: int
    depth: int
    seldepth: int
    moves: tuple[str, ...]


def set_constant(number, value):
    """Sets a constant of the search, in a build where they are variables: see constants."""
    set_search_constant(number, value)


def is_mate(score):
    """Whether a score is a mate score."""
    return abs(score) >= MATE_FOUND


class Searcher:
    def __cinit__(self):
        self.buffers = cython.cast(
            cython.pointer[Candidate],
            malloc((MAX_PLY + 2) * MAX_MOVES * cython.sizeof(Candidate)),
        )
        self.roots = cython.cast(
            cython.pointer[RootMove], calloc(MAX_MOVES, cython.sizeof(RootMove))
        )
        if not self.buffers or not self.roots:
            raise MemoryError

    def __dealloc__(self):
        free(self.buffers)
        free(self.roots)

    def __init__(self, position, evaluator, table, control, index=0):
        """The searcher number `index`, on a position and its evaluator."""
        self.position = position
        self.evaluator = evaluator
        self.table = table
        self.control = control
        self.ordering = Ordering(position)
        self.corrections = Corrections()
        self.index = index
        depth: cython.int
        number: cython.int
        base: cython.double = REDUCTION_BASE / 100.0
        divisor: cython.double = REDUCTION_DIVISOR / 100.0
        for depth in range(1, REDUCTIONS):
            for number in range(1, REDUCTIONS):
                self.reductions[depth * REDUCTIONS + number] = max(
                    0, int(base + log(depth) * log(number) / divisor)
                )

    def clear(self):
        """Forgets the histories, as for a new game."""
        self.ordering.clear()
        self.corrections.clear()

    # -- iterative deepening ---------------------------------------------------------------------

    def tell(self, onlooker, began):
        """Has long iterations told while this searcher leads, until told otherwise.

        onlooker: has `progress(depth, seldepth)` and `current_move(depth, move, number)`, None for
        nobody. began: when the search did, nanoseconds of the monotonic clock.
        """
        self.onlooker = onlooker
        self.tells_at = began + _TELL_NS if onlooker is not None else 0
        self.tells_moves_at = began + _TELL_MOVES_NS

    def turn_to(self, position, evaluator):
        """Searches this position of the same game from now on; histories are kept."""
        self.position = position
        self.evaluator = evaluator
        self.ordering.position = position

    def probe_with(self, prober):
        """Has positions of few pieces looked up from now on; None: no longer.

        prober: bound to the position that is searched.
        """
        self.prober = prober
        self.probes = prober is not None

    def start(self, search, node_limit, moves):
        """Prepares a search from the current position.

        search: its number, for the stop word. node_limit: 0 for none.
        moves: texts of the only moves to consider, all if empty.
        """
        self.search = search
        self.node_limit = node_limit
        self.nodes = 0
        self.stopped = False
        self.null_floor = 0
        self.root_ply = self.position.ply
        self.position.reserve(MAX_PLY + 8)
        memset(self.frames, 0, cython.sizeof(self.frames))
        self._collect_roots(moves)
        self.position.check()

    def _collect_roots(self, moves):
        texts = set(moves)
        n: cython.int = self.position.generate(self.buffers, ALL_MOVES)
        i: cython.int
        self.root_count = 0
        if self.position.judges_at_sight:
            self._order_roots(n)
        for i in range(n):
            if texts and self.position.text(self.buffers[i].move) not in texts:
                continue
            memset(cython.address(self.roots[self.root_count]), 0, cython.sizeof(RootMove))
            self.roots[self.root_count].move = self.buffers[i].move
            self.roots[self.root_count].score = -INFINITE
            self.roots[self.root_count].shown = -INFINITE
            self.roots[self.root_count].length = 1
            self.roots[self.root_count].line[0] = self.buffers[i].move
            self.root_count += 1
        winning: Move = self.position.winning_move()
        for i in range(self.root_count):
            if self.roots[i].move == winning:  # nothing else need be looked at then
                self.roots[i] = self.roots[0]
                self.roots[0].move = self.roots[0].line[0] = winning

    def _order_roots(self, n):
        """Sorts the first `n` moves of the root by what the evaluation says of them.

        Where there are hundreds, the first iterations take so long that an order by chance is not
        mended before the time is up. Where moves are fewer and pieces hang it has shown no gain.
        """
        entry: Entry
        self.table.probe(self.position.hash_key, cython.address(entry))
        moving: Candidate
        i: cython.int
        j: cython.int
        for i in range(n):
            moving = self.buffers[i]
            moving.order = INFINITE if moving.move == entry.move else self._promise(moving.move)
            j = i
            while j > 0 and self.buffers[j - 1].order < moving.order:
                self.buffers[j] = self.buffers[j - 1]
                j -= 1
            self.buffers[j] = moving

    def _promise(self, move):
        """The evaluation after a move, for its mover."""
        promise: cython.int
        self.position.make(move)
        if self.position.verdict or self.position.winning_move() != NO_MOVE:
            promise = MATE - 1 if self.position.verdict < 0 else -MATE + 2
        else:
            promise = -self._evaluate(-INFINITE, INFINITE, 0)
        self.position.unmake()
        return promise

    def iterate(self, depth, lines):
        """Searches the best `lines` moves to a depth; whether it was finished.

        When it is stopped, the moves that this depth has shown stand before the others, the best
        first. There is a line to tell in any case: where not even one move was searched, the first
        one, with what the evaluation says of it.

        Raises NotImplementedError where position or evaluator lack what a search needs, and what
        those in plain Python have raised.
        """
        i: cython.int
        finished: cython.bint = True
        plies: cython.int = depth
        count: cython.int = min(lines, self.root_count)
        self.root_depth = depth
        for i in range(self.root_count):
            self.roots[i].previous = self.roots[i].shown
            self.roots[i].place = i
        for i in range(count):
            self.first_root = i
            with cython.nogil:
                finished = self._aspirate(plies)
            if not finished:
                self._settle_stopped(i)
                count = self.root_count
                break
            self._settle_finished(i)
        self._sort_roots(0, count)
        self._publish()
        self.position.check()
        self.evaluator.check()
        return finished

    def _settle_finished(self, line):
        """The best move to its place; what others have shown before cannot have been more."""
        i: cython.int
        self._sort_roots(line, self.root_count)
        for i in range(line + 1, self.root_count):
            if self.roots[i].shown_depth == self.root_depth:
                self.roots[i].shown = min(self.roots[i].shown, self.roots[line].shown)

    def _settle_stopped(self, line):
        """Scores a stopped line's moves: what this depth has shown, else the old order."""
        i: cython.int
        root: cython.pointer[RootMove] = self.roots
        if root.shown_depth == 0:  # melees on full boards may last longer than anybody waits
            root.shown = self._promise(root.move)
            root.shown_depth = self.root_depth
            root.seldepth = max(1, self.seldepth)
        for i in range(line, self.root_count):
            root = self.roots + i
            is_new: cython.bint = root.shown_depth == self.root_depth
            root.score = root.shown if is_new else -INFINITE - root.place

    def line(self, number):
        """The number-th best line, as it was when its score was last exact, or at least so high."""
        index: cython.int = number
        root: cython.pointer[RootMove] = self.roots + index
        texts = []
        i: cython.int
        for i in range(root.length):
            texts.append(self.position.text(root.line[i]))
            self.position.make(root.line[i])
        for i in range(root.length):
            self.position.unmake()
        return Line(root.shown, root.shown_depth, root.seldepth, tuple(texts))

    def line_count(self):
        """How many root moves there are."""
        return self.root_count

    def effort(self):
        """The part of all nodes that the best move took, 0 to 1."""
        return self.roots[0].nodes / self.nodes if self.nodes else 1.0

    def node_count(self):
        """Nodes of this search so far."""
        return self.nodes

    def _aspirate(self, depth):
        """One line's search in a window around its last score, widened until it fits."""
        best: cython.int
        delta: cython.int = ASPIRATION_CP + _ASPIRATION_SPREAD_CP * (self.index % 4)
        alpha: cython.int = -INFINITE
        beta: cython.int = INFINITE
        reduced: cython.int = 0
        previous: cython.int = self.roots[self.first_root].previous
        self.seldepth = 0
        if depth >= ASPIRATION_DEPTH and abs(previous) < MATE_FOUND:
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
                if abs(best) < MATE_FOUND:
                    reduced = min(reduced + 1, 3)
            else:
                return True
            if abs(best) >= MATE_FOUND:
                alpha = -INFINITE if best < 0 else alpha
                beta = INFINITE if best > 0 else beta
            delta += delta // 2
            self._sort_roots(self.first_root, self.root_count)

    def _sort_roots(self, first, last):
        """Best scores first, else the order kept: an insertion sort."""
        moving: RootMove
        i: cython.int
        j: cython.int
        for i in range(first + 1, last):
            if self.roots[i].score <= self.roots[i - 1].score:
                continue
            moving = self.roots[i]
            j = i
            while j > first and self.roots[j - 1].score < moving.score:
                self.roots[j] = self.roots[j - 1]
                j -= 1
            self.roots[j] = moving

    def _must_stop(self):
        """Whether the search has to end now."""
        if self.node_limit and self.nodes >= self.node_limit:
            self.stopped = True
        elif self.nodes % _POLL_NODES == 0:
            self._publish()
            if self.tells_at and now_ns() >= self.tells_at:
                self._tell_progress()
            if self.control.words[STOP_WORD] >= self.search:
                self.stopped = True
            elif self.control.words[HARD_WORD] and now_ns() >= self.control.words[HARD_WORD]:
                self.stopped = True
        return self.stopped

    def _tell_progress(self):
        """Once a second; a message between processes costs as much as some thousand nodes."""
        self.tells_at += _TELL_NS
        if self.control.words[LEADER_WORD] == self.index:
            self.onlooker.progress(self.root_depth, self.seldepth)

    def _tell_move(self, number):
        """The first move that is searched now, after some seconds in which it may take long."""
        if self.control.words[LEADER_WORD] == self.index:
            move = self.position.text(self.roots[number].move)
            self.onlooker.current_move(self.root_depth, move, number + 1)

    def _publish(self):
        self.control.words[FIRST_WORKER_WORD + self.index * WORDS_A_WORKER + NODES_WORD] = (
            self.nodes
        )

    # -- the tree --------------------------------------------------------------------------------

    def search_root(self, alpha, beta, depth):
        """The root node of the current line: all moves from `first_root` on; the best score.

        A score inside the window is exact: it is kept with its line. Above it, that of a move
        which is not the first is kept, too, in case the search is stopped before that move is
        searched again. One that cannot raise alpha falls to -INFINITE and so keeps its place
        behind the others.
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
        for i in range(self.first_root, self.root_count):
            root = self.roots + i
            if self.tells_at and now_ns() >= self.tells_moves_at:
                self._tell_move(i)
            before = self.nodes
            self.position.describe(root.move, cython.address(candidate))
            self.frames[0].slot = candidate.slot
            self.frames[0].tactical = candidate.tactical
            self.nodes += 1
            self.position.make(root.move)
            new_depth = depth - 1 + self.position.threatened()
            score = alpha + 1
            if i > self.first_root:
                reduction = 0
                if depth >= REDUCTION_DEPTH and not candidate.tactical:
                    reduction = max(0, self._reduction(depth, i + 1) - 1)
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
            root.score = score if i == self.first_root or score > alpha else -INFINITE
            if low < score and (score < beta if i == self.first_root else score > alpha):
                self._keep_line(root, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best

    def _keep_line(self, root, score):
        """Remembers a root move's score and the line behind it."""
        root.shown = score
        root.shown_depth = self.root_depth
        root.seldepth = self.seldepth
        root.length = self.lengths[1] + 1
        root.line[0] = root.move
        memcpy(
            cython.address(root.line[1]),
            cython.address(self.lines[MAX_PLY + 2]),
            self.lengths[1] * cython.sizeof(Move),
        )

    def _reduction(self, depth, number):
        """Plies that the number-th move of a node is searched less deep, before corrections."""
        return self.reductions[
            min(depth, REDUCTIONS - 1) * REDUCTIONS + min(number, REDUCTIONS - 1)
        ]

    def alphabeta(self, alpha, beta, depth, ply, cut_node):
        """The value of the position, exact inside (alpha, beta), a bound outside."""
        # Step 1. Leaves are searched on until they are quiet.
        if depth <= 0:
            return self.quiescence(alpha, beta, 0, ply)

        # Step 2. The end of the game, the edge of the tree, and mates that can no longer matter.
        score: cython.int = self._enter(alpha, beta, ply)
        if score != OPEN:
            return score
        in_check: cython.bint = self.position.threatened()
        if self.position.compels:  # what a side that must capture stands at says as little
            in_check = in_check or self.position.must_capture()
        pv_node: cython.bint = beta - alpha > 1
        alpha = max(alpha, -MATE + ply)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha

        # Step 3. The table: a result of enough depth, or at least a move to begin with.
        key: cython.ulonglong = self.position.hash_key
        entry: Entry
        hit: cython.bint = self._look_up(cython.address(entry))
        hash_score: cython.int = 0
        excluded: Move = self.frames[ply].excluded
        if hit:
            hash_score = _from_table(entry.score, ply)
            if (
                not (pv_node or excluded)
                and entry.depth >= depth
                and entry.bound & (LOWER if hash_score >= beta else UPPER)
                and plies_to_draw(self.position) > _DISTRUST_PLIES
            ):
                return hash_score

        # Step 4. Static evaluation; the table's score where that says more.
        frame: cython.pointer[Frame] = self.frames + ply
        evaluation: cython.int = NO_EVAL
        improving: cython.bint = False
        frame.eval = NO_EVAL
        if not in_check:
            evaluation = self._evaluate(alpha, beta, ROUGH_CP)
            frame.eval = evaluation
            improving = ply >= 2 and evaluation > self.frames[ply - 2].eval
            if hit and entry.bound & (LOWER if hash_score > evaluation else UPPER):
                evaluation = hash_score
        self.frames[ply + 1].killers[0] = NO_MOVE
        self.frames[ply + 1].killers[1] = NO_MOVE
        self.frames[ply + 2].cutoffs = 0

        if (
            not (pv_node or in_check or excluded)
            and abs(beta) < MATE_FOUND
            and ply >= self.null_floor
        ):
            # Step 5. Reverse futility: so far above beta that no quiet reply will bring it down.
            if (
                depth <= REVERSE_FUTILITY_DEPTH
                and evaluation - REVERSE_FUTILITY_CP * (depth - improving) >= beta
                and evaluation < MATE_FOUND
            ):
                return evaluation

            # Step 6. Razoring: so far below alpha that only captures could help; do they?
            if depth <= RAZOR_DEPTH and evaluation + RAZOR_CP * depth <= alpha:
                score = self.quiescence(alpha, alpha + 1, 0, ply)
                if score <= alpha:
                    return score

            # Step 7. Null move: still above beta after a pass, so a move will do too. Where
            # a pass may be the best move (zugzwang) it is not tried, and deep ones are verified.
            if (
                depth >= NULL_DEPTH
                and evaluation >= beta
                and frame.eval >= beta + NULL_STATIC_CP - NULL_STATIC_PLY_CP * depth
                and self.frames[ply - 1].slot >= 0
                and self.position.can_pass()
            ):
                score = self._pass(beta, depth, ply, cut_node, evaluation)
                if score >= beta or self.stopped:
                    return score

        # Step 8. ProbCut: a capture that a reduced search finds far above beta will be above it.
        if (
            depth >= PROBCUT_DEPTH
            and not (pv_node or in_check or excluded)
            and abs(beta) < MATE_FOUND
            and not (
                hit and entry.depth >= depth - PROBCUT_REDUCTION and hash_score < beta + PROBCUT_CP
            )
        ):
            score = self._probcut(beta + PROBCUT_CP, depth, ply, cut_node, evaluation, entry.move)
            if score >= beta or self.stopped:
                return score

        # Step 9. Internal iterative reduction: without a table move the order is poor, and
        # a cheaper search finds one for the next time.
        if depth >= IIR_DEPTH and entry.move == NO_MOVE and (pv_node or cut_node):
            depth -= 1

        # Step 10. The moves, one by one.
        picker: Picker
        tried: Candidate[TRIED_MOST]
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
        least: cython.int  # what a move's exchanges must bring
        late: cython.int = (LATE_MOVES + depth * depth) * (2 if improving or pv_node else 1)
        self._begin(cython.address(picker), entry.move, ply, depth, False)
        while True:
            candidate = self.ordering.pick(cython.address(picker))
            if not candidate:
                break
            current = candidate[0]
            if current.move == excluded:
                continue
            number += 1
            history = 0
            if not current.tactical:
                history = self.ordering.history(cython.address(picker), cython.address(current))

            # Step 11. Pruning of moves that promise nothing, once some move has been searched
            # that does not lose by force; so the only legal move is never left out.
            least = -INFINITE
            if best > -MATE_FOUND:
                if not current.tactical:
                    reduction = self._reduction(depth, number)
                    # Late move pruning: the histories have put the good ones in front.
                    if depth <= LATE_MOVE_DEPTH and number * LATE_OF_MOVES > late * min(
                        LATE_MOST_MOVES, max(LATE_OF_MOVES, picker.quiets)
                    ):
                        picker.skip_quiets = True
                        if picker.stage == QUIETS:
                            continue
                    # Futility: a quiet move will not raise the evaluation that much.
                    if (
                        depth <= FUTILITY_DEPTH
                        and not in_check
                        and evaluation + FUTILITY_CP + FUTILITY_PLY_CP * max(1, depth - reduction)
                        <= alpha
                        and not self._checks(cython.address(picker), cython.address(current))
                    ):
                        continue
                    if depth <= HISTORY_DEPTH and history < -HISTORY_PRUNE * depth:
                        continue
                    least = -QUIET_EXCHANGE_CP * max(1, depth - reduction)
                elif picker.stage == BAD_TACTICAL:
                    least = -BAD_EXCHANGE_CP * depth
            # The table's entry comes from memory while the exchanges are looked at.
            self.table.prefetch(self.position.key_after(current.move))
            if (
                least > -INFINITE
                and depth <= EXCHANGE_DEPTH
                and not self.position.wins_exchange(current.move, least)
            ):
                continue

            # Step 12. Singular extension: a table move that all others fall far short of is
            # searched deeper. Where another move would be above beta, too, so is the node
            # (multi-cut), and a table move that is not alone is searched less deep.
            extension = 0
            if (
                current.move == entry.move
                and not excluded
                and depth >= SINGULAR_DEPTH
                and entry.bound & LOWER
                and entry.depth >= depth - SINGULAR_TABLE_DEPTH
                and abs(hash_score) < MATE_FOUND
                and ply < 2 * self.root_depth
            ):
                margin: cython.int = hash_score - depth * SINGULAR_CP // 16
                score = self._without(current.move, margin, (depth - 1) // 2, ply, cut_node)
                if self.stopped:
                    return DRAW
                if score < margin:
                    extension = 1 + (not pv_node and score < margin - SINGULAR_TWICE_CP)
                elif margin >= beta:
                    return margin
                elif hash_score >= beta:
                    extension = -2
                elif cut_node:
                    extension = -1

            # Step 13. Make the move, unless it loses on the spot; a check is searched a ply deeper.
            if not self._make(cython.address(current), ply):
                best = max(best, -MATE + ply + 1)
                continue
            checks: cython.bint = self.position.threatened()
            if checks and ply < 2 * self.root_depth:
                extension = max(extension, 1)
            new_depth = depth - 1 + extension

            # Step 14. Late move reductions: moves that the order puts behind are searched less
            # deep, and deeper again when one surprises.
            score = alpha + 1
            if number > 1:
                reduction = 0
                if depth >= REDUCTION_DEPTH:
                    reduction = self._reduction(depth, number)
                    if current.tactical:
                        reduction = 2 * reduction // 3 - 1 + (picker.stage == BAD_TACTICAL)
                        reduction -= (
                            self.ordering.capture_history(cython.address(current))
                            // REDUCTION_CAPTURES
                        )
                    else:
                        reduction += cut_node - pv_node + (not improving)
                        reduction += self.frames[ply + 1].cutoffs > REDUCTION_CUTOFFS
                        reduction -= history // REDUCTION_HISTORY
                        reduction -= checks
                    reduction = max(0, min(reduction, new_depth - 1))
                score = -self.alphabeta(-alpha - 1, -alpha, new_depth - reduction, ply + 1, True)
                if score > alpha and reduction > 0 and not self.stopped:
                    score = -self.alphabeta(-alpha - 1, -alpha, new_depth, ply + 1, not cut_node)

            # Step 15. The full window, for a first move or one that may be a new best line.
            if number == 1 or (pv_node and score > alpha):
                if pv_node and not self.stopped:
                    score = -self.alphabeta(-beta, -alpha, new_depth, ply + 1, False)
                elif not self.stopped:
                    score = -self.alphabeta(-beta, -alpha, new_depth, ply + 1, not cut_node)
            self.position.unmake()
            if self.stopped:
                return DRAW

            # Step 16. A new best move, perhaps good enough to end the node.
            if score > best:
                best = score
                if score > alpha:
                    best_move = current.move
                    best_is_tactical = current.tactical
                    bound = EXACT
                    if pv_node:
                        self._copy_line(current.move, ply)
                    if score >= beta:
                        bound = LOWER
                        frame.cutoffs += 1
                        self._reward(
                            cython.address(picker),
                            cython.address(current),
                            tried,
                            tried_count,
                            depth,
                            ply,
                        )
                        break
                    alpha = score
            if tried_count < TRIED_MOST:
                tried[tried_count] = current
                tried_count += 1

        # Step 17. No move at all: mate, or what being stuck means, unless one was left out.
        if excluded:
            return best if number else alpha
        if number == 0:
            value: cython.int = self.position.mated
            return (value if in_check else self.position.stalemate_value()) * (MATE - ply)

        # Step 18. Where none of many moves was good enough, the quiet one before them was good.
        if (
            bound == UPPER
            and picker.quiets >= PRAISED_FROM_MOVES
            and self.frames[ply - 1].slot >= 0
            and not self.frames[ply - 1].tactical
        ):
            self.ordering.reward_last(
                self.frames[ply - 1].slot,
                self.frames[ply - 2].slot if ply >= 2 else -1,
                min(REWARD_MOST, REWARD_A_PLY * depth) // 2,
            )

        # Step 19. By how much the evaluation was wrong, as far as the score tells, and not by what
        # hung: evaluations of positions like this one are corrected by it.
        if (
            not (in_check or best_is_tactical)
            and abs(best) < MATE_FOUND
            and not (bound == LOWER and best <= frame.eval)
            and not (bound == UPPER and best >= frame.eval)
        ):
            self.corrections.learn(self.position, best - frame.eval, depth)

        # Step 20. Into the table.
        self.table.store(key, best_move, _to_table(best, ply), depth, bound)
        return best

    def _pass(self, beta, depth, ply, cut_node, evaluation):
        """The score of a reduced search after a pass, below beta if that proves nothing."""
        reduction: cython.int = (
            NULL_REDUCTION + depth // NULL_DEPTH_DIVISOR + min(3, (evaluation - beta) // NULL_CP)
        )
        score: cython.int
        self.frames[ply].slot = -1
        self.nodes += 1
        self.position.make_null()
        score = -self.alphabeta(-beta, -beta + 1, depth - reduction, ply + 1, not cut_node)
        self.position.unmake_null()
        if score < beta or self.stopped:
            return beta - 1
        if score >= MATE_FOUND:
            score = beta  # a mate after a pass is no proof of one
        doubtful: cython.bint = self.position.pass_is_doubtful()
        if self.null_floor or (depth < NULL_VERIFY_DEPTH and not doubtful):
            return score
        # Near the node nothing is believed without a move then, not even the evaluation.
        left: cython.int = depth - (NULL_REDUCTION + 1 if doubtful else reduction)
        floor: cython.int = self.null_floor
        self.null_floor = ply + max(1, 3 * left // 4)
        verified: cython.int = self.alphabeta(beta - 1, beta, left, ply, False)
        self.null_floor = floor
        return score if verified >= beta else beta - 1

    def _probcut(self, bound, depth, ply, cut_node, evaluation, hash_move):
        """A score above `bound` less the margin, if a capture proves one, else below it."""
        picker: Picker
        current: Candidate
        candidate: cython.pointer[Candidate]
        score: cython.int
        self._begin(cython.address(picker), hash_move, ply, 0, True)
        while True:
            candidate = self.ordering.pick(cython.address(picker))
            if not candidate:
                return -INFINITE
            current = candidate[0]
            if not self.position.wins_exchange(current.move, bound - evaluation):
                continue
            self.table.prefetch(self.position.key_after(current.move))
            if not self._make(cython.address(current), ply):
                continue
            score = -self.quiescence(-bound, -bound + 1, 0, ply + 1)
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
                return score if score >= MATE_FOUND else score - PROBCUT_CP

    def _without(self, move, beta, depth, ply, cut_node):
        """The score of this node if it had not this move, as far as it is below or above beta."""
        self.frames[ply].excluded = move
        score: cython.int = self.alphabeta(beta - 1, beta, depth, ply, cut_node)
        self.frames[ply].excluded = NO_MOVE
        self.lengths[ply] = 0
        return score

    def quiescence(self, alpha, beta, depth, ply):
        """Searches captures and promotions, in check every move, until nothing hangs.

        `depth` counts down from 0: far down, only the first few are tried, and only the first one
        once so many nodes lie behind the leaf: on a board full of pieces that take each other, two
        of each node would still be more than anybody can wait for.
        """
        if depth == 0:
            self.leaf_nodes = self.nodes
        score: cython.int = self._enter(alpha, beta, ply)
        if score != OPEN:
            return score
        compelled: cython.bint = (
            self.position.compels and depth > _COMPELLED_DEPTH and self.position.must_capture()
        )
        in_check: cython.bint = not compelled and self.position.threatened()
        pv_node: cython.bint = beta - alpha > 1
        key: cython.ulonglong = self.position.hash_key
        entry: Entry
        hit: cython.bint = self._look_up(cython.address(entry))
        if hit:
            score = _from_table(entry.score, ply)
            if not pv_node and entry.bound & (LOWER if score >= beta else UPPER):
                return score

        # Standing pat: nobody has to capture, unless the rules say so; then it is left for later.
        best: cython.int = -INFINITE
        futile: cython.int = -INFINITE
        if compelled:
            futile = INFINITE
        elif not in_check:
            best = self._evaluate(alpha, beta, ROUGH_LEAF_CP)
            if hit and entry.bound & (LOWER if score > best else UPPER):
                best = score
            if best >= beta:
                return best
            alpha = max(alpha, best)
            futile = best + DELTA_CP

        picker: Picker
        current: Candidate
        candidate: cython.pointer[Candidate]
        best_move: Move = NO_MOVE
        bound: cython.int = UPPER
        number: cython.int = 0
        evasions: cython.int = 0
        self._begin(cython.address(picker), entry.move, ply, 0, not (in_check or compelled))
        while True:
            candidate = self.ordering.pick(cython.address(picker))
            if not candidate:
                break
            current = candidate[0]
            number += 1
            if not in_check and futile + current.gain <= alpha:
                # Delta pruning: even with its victim this stays below alpha.
                best = max(best, futile + current.gain)
                continue
            if (
                futile <= alpha
                and not in_check
                and best > -MATE_FOUND
                and not self.position.wins_exchange(current.move, 1)
            ):
                # An even exchange is not enough either.
                best = max(best, futile)
                continue
            if in_check and best > -MATE_FOUND and picker.stage == BAD_TACTICAL:
                continue
            if best > -MATE_FOUND:
                if number > DEEP_CAPTURES and depth <= DEEP_CAPTURES_DEPTH:
                    break
                if number > 1 and self.nodes - self.leaf_nodes > _MELEE_NODES:
                    break
                if self.position.judges_at_sight:
                    # What captures win says little then, and a melee would never end.
                    evasions += in_check and not current.tactical
                    if evasions > _EVASIONS or (number > 1 and depth < 0):
                        break
            self.table.prefetch(self.position.key_after(current.move))
            if not self._make(cython.address(current), ply):
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
                        self._copy_line(current.move, ply)
                    if score >= beta:
                        bound = LOWER
                        break
                    alpha = score
        if in_check and number == 0:
            return self.position.mated * (MATE - ply)
        self.table.store(key, best_move, _to_table(best, ply), 0, bound)
        return best

    def _enter(self, alpha, beta, ply):
        """Begins a node; its score where that needs no search, else OPEN."""
        self.lengths[ply] = 0
        if self._must_stop():
            return DRAW
        self.seldepth = max(self.seldepth, ply + 1)
        if self.position.verdict:
            return self.position.verdict * (MATE - ply)
        if self.position.is_drawn(self.root_ply):
            return self.position.drawn_score(self.root_ply)
        if self.probes:
            score: cython.int = self._probe(ply)
            if score != OPEN:
                return score
        if self._wins_at_once(ply):
            return MATE - ply - 1
        if ply < MAX_PLY - 1:
            return OPEN
        if self.position.threatened():
            return DRAW
        return self._evaluate(alpha, beta, ROUGH_LEAF_CP)

    def _evaluate(self, alpha, beta, margin):
        """The evaluation corrected, below what a mate is worth however many pieces there are."""
        score: cython.int = self.evaluator.evaluate(alpha, beta, margin)
        score += self.corrections.of(self.position)
        return max(-MATE_FOUND + 1, min(MATE_FOUND - 1, score))

    def _probe(self, ply):
        """What a table knows of the position; OPEN where none does."""
        plies: cython.int = self.prober.probe()
        if plies == UNPROBED:
            return OPEN
        if plies == 0:
            return DRAW
        return MATE - ply - plies if plies > 0 else -MATE + ply - plies

    def _look_up(self, entry):
        """What the table has of the position; no bound where a count would come before its mate."""
        hit: cython.bint = self.table.probe(self.position.hash_key, entry)
        if (
            hit
            and abs(entry.score) >= MATE_FOUND
            and MATE - abs(entry.score) > plies_to_draw(self.position)
        ):
            entry.bound = NO_BOUND
        return hit

    def _begin(self, picker, hash_move, ply, depth, only_tactical):
        """Starts a node's picker with its killers and the histories of the moves before."""
        slot: cython.int
        self.ordering.start(picker, hash_move, self.buffers + ply * MAX_MOVES, depth, only_tactical)
        picker.killers[0] = self.frames[ply].killers[0]
        picker.killers[1] = self.frames[ply].killers[1]
        picker.killers[2] = NO_MOVE
        picker.continuation = cython.NULL
        picker.follow_up = cython.NULL
        picker.plan = cython.NULL
        slot = self.frames[ply - 1].slot
        if slot >= 0:
            picker.continuation = self.ordering.reply_row(slot)
            picker.killers[2] = self.ordering.refutation[
                self.position.side * self.ordering.slots + slot
            ]
        if ply >= 2 and self.frames[ply - 2].slot >= 0:
            picker.follow_up = self.ordering.own_row(self.frames[ply - 2].slot)
        if ply >= 4 and self.frames[ply - 4].slot >= 0:
            picker.plan = self.ordering.own_row(self.frames[ply - 4].slot)

    def _checks(self, picker, candidate):
        """Whether a quiet move gives check; of those that were put in order it is known."""
        if picker.stage == QUIETS:
            return candidate.checks
        return self.position.gives_check(candidate.move)

    def _make(self, candidate, ply):
        """Plays a move of a node; whether to search it: one that loses at once is taken back."""
        self.frames[ply].slot = candidate.slot
        self.frames[ply].tactical = candidate.tactical
        self.position.make(candidate.move)
        if self.position.verdict > 0:
            self.position.unmake()
            return False
        self.nodes += 1
        return True

    def _reward(self, picker, best, tried, n, depth, ply):
        """Praises the move that cut, blames those tried before it."""
        bonus: cython.int = min(REWARD_MOST, REWARD_A_PLY * depth)
        i: cython.int
        frame: cython.pointer[Frame] = self.frames + ply
        if best.tactical:
            self.ordering.reward_capture(best, bonus)
        else:
            if frame.killers[0] != best.move:
                frame.killers[1] = frame.killers[0]
                frame.killers[0] = best.move
            if self.frames[ply - 1].slot >= 0:
                self.ordering.refutation[
                    self.position.side * self.ordering.slots + self.frames[ply - 1].slot
                ] = best.move
            self.ordering.reward_quiet(picker, best.slot, bonus)
        for i in range(n):
            if tried[i].tactical:
                self.ordering.reward_capture(cython.address(tried[i]), -bonus)
            elif not best.tactical:
                self.ordering.reward_quiet(picker, tried[i].slot, -bonus)

    def _wins_at_once(self, ply):
        """Whether a move ends the game with a win; it is the line of the node then."""
        move: Move = self.position.winning_move()
        if move == NO_MOVE:
            return False
        self.lengths[ply] = 1
        self.lines[ply * (MAX_PLY + 2)] = move
        return True

    def _copy_line(self, move, ply):
        """The line of a node: its best move and the best line behind it."""
        own: cython.pointer[Move] = self.lines + ply * (MAX_PLY + 2)
        own[0] = move
        memcpy(
            own + 1,
            self.lines + (ply + 1) * (MAX_PLY + 2),
            self.lengths[ply + 1] * cython.sizeof(Move),
        )
        self.lengths[ply] = self.lengths[ply + 1] + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _to_table(score: cython.int, ply: cython.int) -> cython.int:
    """Mates are stored as seen from their own position, not from the root."""
    if score >= MATE_FOUND:
        return score + ply
    if score <= -MATE_FOUND:
        return score - ply
    return score


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _from_table(score: cython.int, ply: cython.int) -> cython.int:
    if score >= MATE_FOUND:
        return score - ply
    if score <= -MATE_FOUND:
        return score + ply
    return score
