"""One searcher process: takes jobs from its standard input, reports on its standard output.

Started by the pool as `python -m search.workers.worker INDEX TABLE_FD CONTROL_FD`. It ends when its
input does, in the middle of a search too, so it never outlives the main process.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import queue
import random
import signal
import sys
import threading
import time
from dataclasses import replace
from typing import Any

from amalthea.engine.choosing import Advice, Chooser, Means, Searches
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import AmaltheaError, clip
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.evaluation.net_file import NetError
from amalthea.engine.evaluation.tablebase_file import TablebaseError
from amalthea.engine.evaluation.tables_file import TablesError
from amalthea.engine.game_kinds import chances, judged, kind_of, new_game, new_position, usual
from amalthea.engine.search import skill, time_manager
from amalthea.engine.search.constants import set_constants
from amalthea.engine.search.control import Control
from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import (
    BestMove,
    CurrentMove,
    EngineError,
    Info,
    Note,
    PerftLine,
    PerftTotal,
    Progress,
)
from amalthea.engine.search.score_scale import Meaning, mate_score
from amalthea.engine.search.searcher import DEEPEST, Searcher, is_mate
from amalthea.engine.search.shared_memory import own_memory, want_large_pages, wipe
from amalthea.engine.search.solo import searched
from amalthea.engine.search.transposition_table import Table
from amalthea.engine.search.workers import pipes
from amalthea.engine.search.workers.messages import (
    ClearOrder,
    PerftOrder,
    Prepared,
    PrepareOrder,
    Result,
    SearchOrder,
    Told,
)

_NS_PER_MS = 1_000_000
# Searchers but the first leave out depths, each in its own rhythm: so many in, so many out.
_SKIP_RUN = (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4)
_SKIP_PHASE = (0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7)


class Worker:
    """Holds what survives between jobs: the table, the position's tables and the histories.

    own: the table's memory where nobody else has it, and nobody else empties it.
    """

    def __init__(
        self, index: int, table: Table, control: Control, own: mmap.mmap | None = None
    ) -> None:
        self.index = index
        self.table = table
        self._own = own
        self.control = control
        self._variant: Variant | None = None  # of the last order
        self._known: tuple[object, ...] | None = None
        self._searcher: Searcher | None = None
        self._meaning: Meaning  # of the scores of the job at hand

    def run(self, order: Any) -> None:
        """Carries one order out; errors become a report and, for a search, a best move."""
        if isinstance(order, ClearOrder):
            if self._searcher:
                self._searcher.clear()
            if self._own:
                wipe(self._own, shared=False)
            return
        order = replace(order, job=self._with_known_variant(order.job))
        if isinstance(order, PrepareOrder):
            self._prepare_variant(order.job)
            return
        try:
            if isinstance(order, PerftOrder):
                self._perft(order)
            else:
                self._find_move(order)
        except AmaltheaError as error:
            self._fail(order, str(error))
        except Exception as error:  # whoever is started instead would fail in the same way
            what = f"{type(error).__name__} {clip(str(error))}"
            self._fail(order, f"searcher {self.index} failed: {what}")

    def _with_known_variant(self, job: Job) -> Job:
        """The job on the very variant of the one before, if it is equal.

        What came through the pipe is a copy, and a copy is compared field by field wherever it is
        a cache's key: 15 ms a search in Ganymede Chess on a busy machine.
        """
        if job.variant != self._variant:
            self._variant = job.variant
        return replace(job, variant=self._variant)

    def _find_move(self, order: SearchOrder) -> None:
        """A file that is gone or damaged meanwhile costs no move: it is found without."""
        self.table.new_search(order.number)
        find = self._place if order.job.limits.side else self._search
        try:
            find(order)
        except (NetError, TablesError) as error:
            if self.control.leads(self.index):
                self._tell(order.number, EngineError(str(error)))
            find(replace(order, job=replace(order.job, evaluation=HandWritten())))
        except TablebaseError as error:
            if self.control.leads(self.index):
                self._tell(order.number, EngineError(str(error)))
            find(replace(order, job=replace(order.job, tablebases=())))

    def _tell(self, number: int, report: Any) -> None:
        pipes.send(1, Told(number, report))

    def _fail(self, order: SearchOrder | PerftOrder, why: str) -> None:
        """Ends a search or a perft by an error."""
        self._tell(order.number, EngineError(why))
        if isinstance(order, PerftOrder):
            self._tell(order.number, PerftTotal(0, 0.0, complete=False))
        else:
            self._conclude(order.number, Result(BestMove(None), failed=True))

    def _conclude(self, number: int, result: Result) -> None:
        self._tell(number, replace(result, told_ns=time.monotonic_ns()))

    def _prepare(self, job: Job) -> Searcher:
        """A searcher on the job's position; histories are kept while the game is the same."""
        position, evaluator = judged(job.variant, job.fen, job.moves, job.evaluation)
        fullness = kind_of(job.variant).fullness(position)
        self._meaning = Meaning(chances(job.variant, job.evaluation), fullness)
        if self._searcher is None or self._known != job.knowledge:
            set_constants(dict(job.constants))
            self._searcher = Searcher(position, evaluator, self.table, self.control, self.index)
            self._known = job.knowledge
        else:
            self._searcher.turn_to(position, evaluator)
        self._searcher.probe_with(kind_of(job.variant).prober(position, job.tablebases))
        return self._searcher

    def _prepare_variant(self, job: Job) -> None:
        """Has a variant's tables and values computed, so that its first search begins at once."""
        with contextlib.suppress(Exception):  # the search itself tells what is wrong
            if len(new_position(job.variant, job.fen).choosers()) == 1:
                self._prepare(job)
        pipes.send(1, Prepared())

    def _perft(self, order: PerftOrder) -> None:
        began = time.perf_counter()
        position = new_game(order.job.variant, order.job.fen, order.job.moves).position
        self.control.watch(position, order.number)
        total, stopped = 0, False
        for move in position.legal_moves():
            position.play(move)
            nodes = position.perft(order.depth - 1)
            position.undo()
            if stopped := self.control.stopped(order.number):  # then too few were counted
                break
            total += nodes
            self._tell(order.number, PerftLine(move, nodes))
        seconds = time.perf_counter() - began
        self._tell(order.number, PerftTotal(total, seconds, complete=not stopped))

    def _search(self, order: SearchOrder) -> None:
        searcher = self._prepare(order.job)
        searcher.tell(_Onlooker(self, order), order.started_ns)
        limits = order.job.limits
        searcher.start(order.number, _node_limit(order), limits.searchmoves)
        lines: tuple[Info, ...] = ()
        if searcher.line_count() > 0:
            lines = self._deepen(searcher, order)
        best = self._best_move(searcher, order.job) if lines else BestMove(None)
        self._conclude(order.number, Result(best, lines))

    def _place(self, order: SearchOrder) -> None:
        """A secret choice; the leader makes it alone."""
        if not self.control.leads(self.index):
            self._conclude(order.number, Result(BestMove(None)))
            return
        job = order.job
        side = job.limits.side
        assert side
        dice = random.Random(None if job.seed is None else f"{job.seed} {job.fen} {side}")

        def searches_on(position: Position, evaluator: Evaluator) -> Searches:
            searcher = Searcher(position, evaluator, self.table, self.control, self.index)
            return lambda depth: searched(searcher, order.number, depth)

        evaluation = job.evaluation or usual(job.variant)
        error_cp = 0.0 if job.elo is None else skill.noise_cp(job.elo)
        limits = job.limits
        means = Means(evaluation, searches_on, dice, limits.searchmoves, limits.weigh, error_cp)
        self._meaning = Meaning(chances(job.variant, evaluation))
        position = new_position(job.variant, job.fen)
        chooser = kind_of(job.variant).chooser(position, side, means)
        choice = None
        for advice in chooser.deepen(lambda: self._must_choose(order, chooser)):
            self._report_advice(advice, order)
            choice = advice.draw(dice)
            if advice.number == job.limits.depth:
                break
        self._conclude(order.number, Result(BestMove(choice)))

    def _must_choose(self, order: SearchOrder, chooser: Chooser) -> bool:
        limit = _most_nodes(order.job)
        return (
            self.control.stopped(order.number)
            or self.control.expired()
            or self._past_soft(1.0)
            or 0 < limit <= chooser.judged
        )

    def _report_advice(self, advice: Advice, order: SearchOrder) -> None:
        shares = " ".join(f"{text} {share:.0%}" for text, share in advice.shares)
        self._tell(order.number, Note(f"choices {shares}"))
        passes, nodes = advice.number, advice.judged
        figures = nodes, *self._figures(order, nodes)
        if advice.value is None:  # nothing was weighed: there is no score
            self._tell(order.number, Progress(passes, passes, *figures))
            return
        worths = [(advice.shares[0][0], advice.value), *advice.worths[1:]]
        for line, (choice, worth) in enumerate(worths[: order.job.multipv], 1):
            score, chances = self._meaning.score(worth), self._meaning.win_draw_loss(worth)
            info = Info(passes, passes, line, score, chances, *figures, (choice,))
            self._tell(order.number, info)

    def _lines(self, job: Job, searcher: Searcher) -> int:
        lines = job.multipv
        if job.elo is not None:
            lines = max(lines, skill.candidates(job.elo))
        return min(lines, searcher.line_count())

    def _deepen(self, searcher: Searcher, order: SearchOrder) -> tuple[Info, ...]:
        """Iteration after iteration until a limit is reached or the search is stopped.

        Returns the last lines. Only the leader minds the limits; the others go on until told.
        """
        job = order.job
        lines = self._lines(job, searcher)
        deepest = min(job.limits.depth or DEEPEST, DEEPEST)
        patience = time_manager.Patience()
        known: tuple[Info, ...] = ()
        for depth in range(1, DEEPEST + 1):
            if self._skips(depth) and known:
                continue
            finished = searcher.iterate(depth, lines)
            known = self._report_lines(searcher, order, min(lines, job.multipv))
            best = searcher.line(0)
            share = patience.heed(best.moves[0], best.score, searcher.effort())
            if not finished or self.control.stopped(order.number):
                break
            if self.control.leads(self.index) and (
                depth >= deepest or self._is_enough(searcher, order, depth, share)
            ):
                break
        return known

    def _skips(self, depth: int) -> bool:
        """Whether this searcher leaves a depth to the others."""
        if self.control.leads(self.index):
            return False
        rhythm = (self.index - 1) % len(_SKIP_RUN)
        return (depth + _SKIP_PHASE[rhythm]) // _SKIP_RUN[rhythm] % 2 == 1

    def _is_enough(self, searcher: Searcher, order: SearchOrder, depth: int, share: float) -> bool:
        """Whether another iteration would break a limit or tell nothing new.

        Under a clock a forced reply is not thought about; a time for the move is to be used.

        share: of the soft bound, that this move deserves.
        """
        limits = order.job.limits
        score = searcher.line(0).score
        mate = mate_score(score).value if is_mate(score) else None
        if limits.mate and mate is not None and 0 < mate <= limits.mate:
            return True
        if limits.nodes and searcher.node_count() * order.searchers >= limits.nodes:
            return True
        settled = mate is not None and depth > 2 * abs(mate) + 1
        if settled and self.control.bounded():
            return True
        forced = searcher.line_count() == 1 and self.control.soft_left_ns() is not None
        return forced or self._past_soft(share)

    def _past_soft(self, share: float) -> bool:
        """Whether so much of the soft bound has passed."""
        soft = self.control.soft_left_ns()
        if soft is None:
            return False
        left, total = soft
        return total - left >= share * total

    def _report_lines(self, searcher: Searcher, order: SearchOrder, lines: int) -> tuple[Info, ...]:
        """Tells the best lines of an iteration and returns them."""
        nodes = self.control.nodes(order.searchers)
        nps, hashfull, elapsed_ms = self._figures(order, nodes)
        told = []
        for number in range(lines):
            line = searcher.line(number)
            if line.depth == 0:
                continue
            info = Info(
                line.depth,
                line.seldepth,
                number + 1,
                self._meaning.score(line.score),
                self._meaning.win_draw_loss(line.score),
                nodes,
                nps,
                hashfull,
                elapsed_ms,
                line.moves,
            )
            told.append(info)
            self._tell(order.number, info)
        return tuple(told)

    def tell_progress(self, order: SearchOrder, depth: int, seldepth: int) -> None:
        """Tells how far an iteration is."""
        nodes = self.control.nodes(order.searchers)
        self._tell(order.number, Progress(depth, seldepth, nodes, *self._figures(order, nodes)))

    def tell_move(self, order: SearchOrder, move: CurrentMove) -> None:
        """Tells which move an iteration is at."""
        self._tell(order.number, move)

    def _figures(self, order: SearchOrder, nodes: int) -> tuple[int, int, int]:
        """Nodes a second, permille of the table in use, milliseconds so far."""
        elapsed_ms = max(1, (time.monotonic_ns() - order.started_ns) // _NS_PER_MS)
        return nodes * 1000 // elapsed_ms, self.table.hashfull(), elapsed_ms

    def _best_move(self, searcher: Searcher, job: Job) -> BestMove:
        chosen = 0
        if job.elo is not None:
            known = [searcher.line(n) for n in range(self._lines(job, searcher))]
            chosen = skill.choose([line.score for line in known if line.depth], job.elo)
        moves = searcher.line(chosen).moves
        return BestMove(moves[0], moves[1] if len(moves) > 1 else None)


class _Onlooker:
    """Has long iterations of an order's search told."""

    def __init__(self, worker: Worker, order: SearchOrder) -> None:
        self._worker = worker
        self._order = order

    def progress(self, depth: int, seldepth: int) -> None:
        """Hears how far an iteration is."""
        self._worker.tell_progress(self._order, depth, seldepth)

    def current_move(self, depth: int, move: str, number: int) -> None:
        """Hears of a move that is searched now."""
        self._worker.tell_move(self._order, CurrentMove(depth, move, number))


def _most_nodes(job: Job) -> int:
    """Of all searchers together, 0 for any number."""
    limits = [job.limits.nodes, None if job.elo is None else skill.node_limit(job.elo)]
    return min((nodes for nodes in limits if nodes), default=0)


def _node_limit(order: SearchOrder) -> int:
    """Of each searcher, 0 for none."""
    return -(-_most_nodes(order.job) // order.searchers)


def _read_orders(orders: queue.SimpleQueue[Any]) -> None:
    """Passes orders on until the main process is gone; then this process has no reason to be."""
    receiver = pipes.Receiver(0)
    while not receiver.closed:
        for order in receiver.receive():
            orders.put(order)
    os._exit(0)


def _own(size: int) -> mmap.mmap | None:
    """Memory for a table, unless there is too little; then the shared one does."""
    try:
        return own_memory(size)
    except OSError:
        return None


def main() -> None:
    """The life of a searcher process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides when to end
    index, table_fd, control_fd, alone = (int(word) for word in sys.argv[1:])
    own = _own(os.fstat(table_fd).st_size) if alone else None
    if not (memory := own):
        memory = mmap.mmap(table_fd, 0)
        want_large_pages(memory)
    worker = Worker(index, Table(memory), Control(mmap.mmap(control_fd, 0)), own)
    orders: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read_orders, args=(orders,), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):  # when the main process is gone
        pipes.send(1, Prepared())
        while True:
            worker.run(orders.get())


if __name__ == "__main__":
    main()
