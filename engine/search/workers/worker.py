"""Worker process: takes orders from standard input and reports on standard output.

The pool calls `main` in a process of its own; the arguments are INDEX TABLE_FD CONTROL_FD ALONE. It
ends when its input is closed, even during a search, so it cannot outlive its parent.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import random
import select
import sys
import threading
import time
from dataclasses import replace
from typing import Any

from amalthea.engine.choosing import Advice, Chooser, ChooserContext, DepthSearch
from amalthea.engine.core.position import Position
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.evaluation import COMPUTED, HandWritten
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.evaluation.net_file import NetError
from amalthea.engine.evaluation.tablebase_file import TablebaseError
from amalthea.engine.evaluation.tables_file import TablesError
from amalthea.engine.evaluators import chances, default_evaluation
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game, new_position
from amalthea.engine.search import skill, time_manager
from amalthea.engine.search.constants import set_constants
from amalthea.engine.search.control import Control
from amalthea.engine.search.current_position import CurrentPosition
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
from amalthea.engine.search.score_scale import ScoreScale, mate_score
from amalthea.engine.search.searcher import MAX_ITERATION_DEPTH, Searcher, is_mate
from amalthea.engine.search.shared_memory import advise_huge_pages, private_memory, wipe
from amalthea.engine.search.solo import search_to_depth
from amalthea.engine.search.transposition_table import MIB, Table
from amalthea.engine.search.workers import pipes
from amalthea.engine.search.workers.messages import (
    ClearOrder,
    PerftOrder,
    Prepared,
    PrepareOrder,
    Result,
    SearchOrder,
    SearchReport,
    TableOrder,
)
from amalthea.engine.system_errors import error_reason, is_system_error
from amalthea.engine.text import clip

_NS_PER_MS = 1_000_000
_GATHER_NS = 2_000_000  # reports from the start of a search are sent together until then
_PROGRESS_AFTER_NS = 1_000_000_000
# Workers other than the first skip depths, each in its own rhythm of searched and skipped ones.
_SKIP_RUN = (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4)
_SKIP_PHASE = (0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7)


class Worker:
    """The state of a worker between orders: table, compiled position tables and histories.

    table_fd: the shared table. alone: no other process uses it, so that it may be private.
    """

    def __init__(self, index: int, table_fd: int, control: Control, alone: bool) -> None:
        self.index = index
        self._table_fd = table_fd
        self.table: Table
        self._private: mmap.mmap | None = None  # the table's memory if it is private
        self.control = control
        self._current = CurrentPosition()
        self._compiled: tuple[object, ...] | None = None
        self._searcher: Searcher | None = None
        self._map_table(alone)
        self._scale: ScoreScale  # of the current job
        self._order: SearchOrder  # being carried out
        self._unsent: list[SearchReport] = []
        self._gathers_until_ns = 0

    def _map_table(self, alone: bool) -> None:
        """Map the table, as private memory if it may be private and there is enough."""
        size = os.fstat(self._table_fd).st_size
        self._private = _private_table(size) if alone else None
        if not (memory := self._private):
            memory = mmap.mmap(self._table_fd, 0)
            advise_huge_pages(memory)
        self.table = Table(memory)

    def run(self, order: Any) -> None:
        """Carry out one order; an error becomes a report and, for a search, an empty result."""
        if isinstance(order, ClearOrder):
            if self._searcher:
                self._searcher.clear()
            if self._private:
                wipe(self._private, shared=False)
            return
        if isinstance(order, TableOrder):
            self._searcher = None  # it holds the old table
            self._map_table(order.alone)
            return
        if isinstance(order, PrepareOrder):
            self._prepare_game(order.job)
            return
        try:
            if isinstance(order, PerftOrder):
                self._perft(order)
            else:
                self._run_search(order)
        except AmaltheaError as error:
            self._end_failed(order, str(error))
        except Exception as error:  # a replacement process would fail in the same way
            self._current.forget()
            what = f"{type(error).__name__} {clip(str(error))}"
            if is_system_error(error):
                what = f"{order.job.variant.name}: {error_reason(error)}"
            self._end_failed(order, f"worker {self.index} failed: {what}")

    def _run_search(self, order: SearchOrder) -> None:
        """Search or choose, without nets, tables or endgame tables that have become unreadable."""
        self.table.new_search(order.number)
        find = self._choose if order.job.limits.side else self._search
        while True:
            try:
                find(order)
            except (NetError, TablesError, TablebaseError) as error:
                job = _without_unreadable(order.job, error)
                if job is None:
                    raise
                if self.control.leads(self.index):
                    self._report(order.number, EngineError(str(error)))
                order = replace(order, job=job)
            else:
                return

    def _report(self, number: int, report: Any) -> None:
        """Send a report of a search, or keep it for a moment: each message wakes a process."""
        self._unsent.append(SearchReport(number, report))
        if time.monotonic_ns() >= self._gathers_until_ns:
            self._send_reports()

    def _send_reports(self) -> None:
        """Send the reports that were kept."""
        self._gathers_until_ns = 0
        reports, self._unsent = self._unsent, []
        if reports:
            pipes.send(1, *reports)

    def _end_failed(self, order: SearchOrder | PerftOrder, why: str) -> None:
        """End a search or perft with an error."""
        self._report(order.number, EngineError(why))
        if isinstance(order, PerftOrder):
            self._report(order.number, PerftTotal(0, 0.0, complete=False))
        else:
            self._send_result(order.number, Result(BestMove(None), failed=True))

    def _send_result(self, number: int, result: Result) -> None:
        """Send the result of a search."""
        self._gathers_until_ns = 0
        self._report(number, replace(result, sent_ns=time.monotonic_ns()))

    def _prepare(self, job: Job) -> Searcher:
        """Return a searcher on the job's position; histories are kept for the same game."""
        position, evaluator = self._current.go_to(job.variant, job.fen, job.moves, job.evaluation)
        fullness = kind_of(job.variant).fullness(position)
        self._scale = ScoreScale(chances(job.variant, job.evaluation), fullness)
        if self._searcher is None or self._compiled != job.knowledge:
            set_constants(dict(job.constants))
            self._searcher = Searcher(position, evaluator, self.table, self.control, self.index)
            self._compiled = job.knowledge
        else:
            self._searcher.set_position(position, evaluator)
        self._searcher.set_prober(kind_of(job.variant).prober(position, job.tablebases))
        return self._searcher

    def _prepare_game(self, job: Job) -> None:
        """Compile a variant's tables in advance, so that its first search starts at once."""
        with contextlib.suppress(Exception):  # the search itself reports what is wrong
            if len(new_position(job.variant, job.fen).choosers()) == 1:
                self._prepare(job)
        pipes.send(1, Prepared())

    def _perft(self, order: PerftOrder) -> None:
        """Count the leaves below every root move."""
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
            self._report(order.number, PerftLine(move, nodes))
        seconds = time.perf_counter() - began
        self._report(order.number, PerftTotal(total, seconds, complete=not stopped))

    def _search(self, order: SearchOrder) -> None:
        """Search the position of an order and send the result."""
        searcher = self._prepare(order.job)
        self._order = order
        searcher.set_listener(self, order.started_ns)
        self._gathers_until_ns = order.started_ns + _GATHER_NS
        limits = order.job.limits
        searcher.start(order.number, _node_limit(order), limits.searchmoves)
        if order.job.elo is not None:
            self._limit_moves(searcher, order, skill.noticed_moves(order.job.elo))
        lines: tuple[Info, ...] = ()
        if searcher.move_count() > 0:
            lines = self._iterate(searcher, order)
        best = self._best_move(searcher, order.job) if lines else BestMove(None)
        self._send_result(order.number, Result(best, lines))

    def _limit_moves(self, searcher: Searcher, order: SearchOrder, noticed: int) -> None:
        """Limit the search to `noticed` moves, drawn at random, if there are more."""
        count = searcher.move_count()
        if count > noticed:
            texts = [searcher.line(n).moves[0] for n in range(count)]
            searcher.start(order.number, _node_limit(order), random.sample(texts, noticed))

    def _choose(self, order: SearchOrder) -> None:
        """Make a secret choice; the leader does it alone."""
        if not self.control.leads(self.index):
            self._send_result(order.number, Result(BestMove(None)))
            return
        job = order.job
        side = job.limits.side
        assert side
        rng = random.Random(None if job.seed is None else f"{job.seed} {job.fen} {side}")

        def make_search(position: Position, evaluator: Evaluator) -> DepthSearch:
            searcher = Searcher(position, evaluator, self.table, self.control, self.index)
            return lambda depth: search_to_depth(searcher, order.number, depth)

        evaluation = job.evaluation or default_evaluation(job.variant)
        error_cp = 0.0 if job.elo is None else skill.noise_cp(job.elo)
        limits = job.limits
        context = ChooserContext(
            evaluation, make_search, rng, limits.searchmoves, limits.weigh, error_cp
        )
        self._scale = ScoreScale(chances(job.variant, evaluation))
        position = new_position(job.variant, job.fen)
        chooser = kind_of(job.variant).chooser(position, side, context)
        choice = None
        for advice in chooser.deepen(lambda: self._should_choose(order, chooser)):
            self._report_choices(advice, order)
            choice = advice.draw(rng)
            if advice.number == job.limits.depth:
                break
        self._send_result(order.number, Result(BestMove(choice)))

    def _should_choose(self, order: SearchOrder, chooser: Chooser) -> bool:
        """Return True if a limit is reached or the search was stopped."""
        limit = _total_node_limit(order.job)
        return (
            self.control.stopped(order.number)
            or self.control.expired()
            or self._past_soft(1.0)
            or 0 < limit <= chooser.evaluated
        )

    def _report_choices(self, advice: Advice, order: SearchOrder) -> None:
        """Report the shares of the choices, and lines for their values."""
        shares = " ".join(f"{text} {share:.0%}" for text, share in advice.shares)
        self._report(order.number, Note(f"choices {shares}"))
        passes, nodes = advice.number, advice.evaluated
        figures = nodes, *self._figures(order, nodes)
        if advice.value is None:  # nothing was evaluated
            self._report(order.number, Progress(passes, passes, *figures))
            return
        values = [(advice.shares[0][0], advice.value), *advice.values[1:]]
        for line, (choice, value) in enumerate(values[: order.job.multipv], 1):
            score, chances = self._scale.score(value), self._scale.win_draw_loss(value)
            info = Info(passes, passes, line, score, chances, *figures, (choice,))
            self._report(order.number, info)

    def _lines(self, job: Job, searcher: Searcher) -> int:
        """Return how many lines to search."""
        lines = job.multipv
        if job.elo is not None:
            lines = max(lines, skill.candidates(job.elo))
        return min(lines, searcher.move_count())

    def _iterate(self, searcher: Searcher, order: SearchOrder) -> tuple[Info, ...]:
        """Iterate until a limit is reached or the search is stopped; return the last lines.

        Only the leader checks the limits; the other workers go on until they are stopped.
        """
        job = order.job
        lines = self._lines(job, searcher)
        deepest = min(job.limits.depth or MAX_ITERATION_DEPTH, MAX_ITERATION_DEPTH)
        manager = time_manager.TimeManager()
        known: tuple[Info, ...] = ()
        for depth in range(1, MAX_ITERATION_DEPTH + 1):
            if self._skips(depth) and known:
                continue
            finished = searcher.iterate(depth, lines)
            known = self._report_lines(searcher, order, min(lines, job.multipv))
            best = searcher.line(0)
            share = manager.update(best.moves[0], best.score, searcher.best_move_effort())
            if not finished or self.control.stopped(order.number):
                break
            if self.control.leads(self.index) and (
                depth >= deepest or self._is_enough(searcher, order, depth, share)
            ):
                break
        return known

    def _skips(self, depth: int) -> bool:
        """Return True if this worker skips a depth, so that workers search different depths."""
        if self.control.leads(self.index):
            return False
        rhythm = (self.index - 1) % len(_SKIP_RUN)
        return (depth + _SKIP_PHASE[rhythm]) // _SKIP_RUN[rhythm] % 2 == 1

    def _is_enough(self, searcher: Searcher, order: SearchOrder, depth: int, share: float) -> bool:
        """Return True if another iteration would break a limit or change nothing.

        share: of the soft bound, for this move. A proven mate ends the search if a clock or a time
        for the move is set, a forced move only with a clock.
        """
        limits = order.job.limits
        score = searcher.line(0).score
        mate = mate_score(score).value if is_mate(score) else None
        settled = mate is not None and depth > 2 * abs(mate) + 1
        if limits.mate and mate is not None and 0 < mate <= limits.mate:
            # Where the transposition table knew the end of the line, it is searched again.
            if settled or len(searcher.line(0).moves) >= 2 * mate - 1:
                return True
        if limits.nodes and searcher.node_count() * order.workers >= limits.nodes:
            return True
        if settled and self.control.bounded():
            return True
        forced = searcher.move_count() == 1 and self.control.soft_left_ns() is not None
        return forced or self._past_soft(share)

    def _past_soft(self, share: float) -> bool:
        """Return True if this share of the soft bound has passed."""
        soft = self.control.soft_left_ns()
        if soft is None:
            return False
        left, total = soft
        return total - left >= share * total

    def _report_lines(self, searcher: Searcher, order: SearchOrder, lines: int) -> tuple[Info, ...]:
        """Report the best lines of an iteration and return them."""
        nodes = self.control.nodes(order.workers)
        nps, hashfull, elapsed_ms = self._figures(order, nodes)
        reported = []
        for number in range(lines):
            line = searcher.line(number)
            if line.depth == 0:
                continue
            info = Info(
                line.depth,
                line.seldepth,
                number + 1,
                self._scale.score(line.score),
                self._scale.win_draw_loss(line.score),
                nodes,
                nps,
                hashfull,
                elapsed_ms,
                line.moves,
                self._table_hits(order),
            )
            reported.append(info)
            self._report(order.number, info)
        return tuple(reported)

    def progress(self, depth: int, seldepth: int) -> None:
        """Report the progress of a long iteration; called by the searcher."""
        self._send_reports()
        elapsed_ns = time.monotonic_ns() - self._order.started_ns
        if elapsed_ns < _PROGRESS_AFTER_NS or not self.control.leads(self.index):
            return
        nodes = self.control.nodes(self._order.workers)
        figures = *self._figures(self._order, nodes), self._table_hits(self._order)
        self._report(self._order.number, Progress(depth, seldepth, nodes, *figures))

    def current_move(self, depth: int, move: str, number: int) -> None:
        """Report the root move being searched; called by the searcher."""
        self._report(self._order.number, CurrentMove(depth, move, number))

    def _table_hits(self, order: SearchOrder) -> int | None:
        """Return how many positions were found in endgame tables, None without tables."""
        return self.control.table_hits(order.workers) if order.job.tablebases else None

    def _figures(self, order: SearchOrder, nodes: int) -> tuple[int, int, int]:
        """Return nodes per second, permille of the table in use, and milliseconds so far."""
        elapsed_ms = max(1, (time.monotonic_ns() - order.started_ns) // _NS_PER_MS)
        return nodes * 1000 // elapsed_ms, self.table.hashfull(), elapsed_ms

    def _best_move(self, searcher: Searcher, job: Job) -> BestMove:
        """Return the best move, or a weaker one if the strength is limited."""
        chosen = 0
        if job.elo is not None:
            known = [searcher.line(n) for n in range(self._lines(job, searcher))]
            chosen = skill.choose([line.score for line in known if line.depth], job.elo)
        return BestMove.of_line(searcher.line(chosen).moves)


def _without_unreadable(job: Job, error: AmaltheaError) -> Job | None:
    """Return a job without the file that an error is about, None if it uses no such file."""
    if isinstance(error, TablebaseError):
        return replace(job, tablebases=()) if job.tablebases else None
    if job.evaluation == COMPUTED:
        return None
    return replace(job, evaluation=COMPUTED if job.evaluation == HandWritten() else HandWritten())


def _total_node_limit(job: Job) -> int:
    """Return the node limit of all workers together, 0 for none."""
    limits = [job.limits.nodes, None if job.elo is None else skill.node_limit(job.elo)]
    return min((nodes for nodes in limits if nodes), default=0)


def _node_limit(order: SearchOrder) -> int:
    """Return the node limit of each worker, 0 for none."""
    return -(-_total_node_limit(order.job) // order.workers)


def _end_with_main_process() -> None:
    """Wait until the main process is gone, then end this process, also during a search."""
    poll = select.poll()
    poll.register(0, 0)  # no event but the end of the input
    while not poll.poll():
        pass
    os._exit(0)


def _private_table(size: int) -> mmap.mmap | None:
    """Return private memory for a table, None if there is too little."""
    try:
        return private_memory(size)
    except OSError:
        return None


def main() -> None:
    """Run a worker process."""
    # SIGINT stays blocked, as at the start: the main process decides when to end.
    index, table_fd, control_fd, alone = (int(word) for word in sys.argv[1:])
    size = os.fstat(table_fd).st_size
    try:
        worker = Worker(index, table_fd, Control(mmap.mmap(control_fd, 0)), bool(alone))
        threading.Thread(target=_end_with_main_process, daemon=True).start()
    except (OSError, MemoryError, RuntimeError) as error:
        why = f"a table of {size // MIB} MiB and a thread: {error_reason(error)}"
        pipes.send(1, EngineError(f"worker {index} cannot start with {why}"))
        return
    orders = pipes.Receiver(0)
    with contextlib.suppress(BrokenPipeError):  # when the main process is gone
        pipes.send(1, Prepared())
        while not orders.closed:
            for order in orders.receive():
                worker.run(order)
