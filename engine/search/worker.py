"""One searcher process: takes jobs from its standard input, reports on its standard output.

Started by the pool as `python -m engine.search.worker INDEX TABLE_FD CONTROL_FD`. It ends when its
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
from typing import Any

from engine import new_position
from engine.board.placement import PlacementPosition
from engine.errors import AmaltheaError
from engine.evaluation import judged
from engine.search import skill, wire
from engine.search.alphabeta import DEEPEST, MATE_SCORE, Searcher, is_mate
from engine.search.control import Control
from engine.search.limits import Job
from engine.search.orders import (
    Answer,
    ClearOrder,
    PerftOrder,
    PrepareOrder,
    Ready,
    SearchOrder,
)
from engine.search.placing import Advice, Judge, Placing
from engine.search.reports import (
    BestMove,
    Fault,
    Info,
    Note,
    PerftLine,
    PerftTotal,
    Score,
    win_draw_loss,
)
from engine.search.table import Table

_NS_PER_MS = 1_000_000
_STABLE_AFTER = 3  # iterations with one best move, from which on less time is needed
_STABLE_SHARE = 0.6  # of the soft bound, then
_UNSTABLE_SHARE = 1.4  # of the soft bound, after the best move has just changed


class Worker:
    """Holds what survives between jobs: the table, the position's tables and the histories."""

    def __init__(self, index: int, table: Table, control: Control) -> None:
        self.index = index
        self.table = table
        self.control = control
        self._game: tuple[Any, ...] | None = None
        self._searcher: Searcher | None = None

    def run(self, order: Any) -> None:
        """Carries one order out; errors become a fault and, for a search, a best move."""
        if isinstance(order, ClearOrder):
            self.table.clear(self.index, order.searchers)
            if self._searcher:
                self._searcher.clear()
            return
        if isinstance(order, PrepareOrder):
            self._prepare_variant(order.job)
            return
        try:
            if isinstance(order, PerftOrder):
                self._perft(order)
            elif order.job.limits.side:
                self._place(order)
            else:
                self._search(order)
        except AmaltheaError as error:
            self._answer(order.number, Fault(str(error)))
            self._answer(order.number, BestMove(None))

    def _answer(self, number: int, report: Any) -> None:
        wire.send(1, Answer(number, report))

    def _prepare(self, job: Job) -> Searcher:
        """A searcher on the job's position; histories are kept while the game is the same."""
        game = (job.variant, tuple(job.weights.items()))
        position, evaluator = judged(job.variant, job.fen, dict(job.weights))
        for move in job.moves:
            position.play(move)
        if self._searcher is None or self._game != game:
            self._searcher = Searcher(position, evaluator, self.table, self.control, self.index)
            self._game = game
        else:
            self._searcher.turn_to(position, evaluator)
        return self._searcher

    def _prepare_variant(self, job: Job) -> None:
        """Has a variant's tables and values computed, so that its first search begins at once."""
        with contextlib.suppress(AmaltheaError):  # the search itself tells what is wrong
            if not job.variant.placement:
                self._prepare(job)
        wire.send(1, Ready())

    def _perft(self, order: PerftOrder) -> None:
        began = time.perf_counter()
        position = new_position(order.job.variant, order.job.fen)
        for move in order.job.moves:
            position.play(move)
        self.control.watch(position, order.number)
        total = 0
        for move in position.legal_moves():
            if self.control.stopped(order.number):
                break
            position.play(move)
            nodes = position.perft(order.depth - 1)
            position.undo()
            total += nodes
            self._answer(order.number, PerftLine(move, nodes))
        self._answer(order.number, PerftTotal(total, time.perf_counter() - began))

    def _search(self, order: SearchOrder) -> None:
        searcher = self._prepare(order.job)
        self.table.new_search(order.generation)
        limits = order.job.limits
        searcher.start(
            order.number,
            -(-limits.nodes // order.searchers) if limits.nodes else 0,
            limits.searchmoves,
        )
        if searcher.line_count() == 0:
            if self.index == 0:
                self._answer(order.number, BestMove(None))
            return
        self._deepen(searcher, order)
        if self.index == 0:
            self._answer(order.number, self._best_move(searcher, order.job))

    def _place(self, order: SearchOrder) -> None:
        """A secret choice; the first process makes it alone."""
        if self.index > 0:
            return
        job = order.job
        side = job.limits.side
        position = new_position(job.variant, job.fen)
        assert side and isinstance(position, PlacementPosition)
        dice = random.Random(None if job.seed is None else f"{job.seed} {job.fen} {side}")
        judge = Judge(position, dict(job.weights), self.table, self.control, 0, order.number)
        placing = Placing(position, side, judge, dice, job.limits.searchmoves)
        choice = None
        for advice in placing.deepen(lambda: self._must_choose(order, judge)):
            self._report_advice(advice, order)
            choice = advice.draw(dice)
            if advice.number == job.limits.depth or self._past_soft(0):
                break
        self._answer(order.number, BestMove(choice))

    def _must_choose(self, order: SearchOrder, judge: Judge) -> bool:
        limit = order.job.limits.nodes
        return (
            self.control.stopped(order.number)
            or self.control.expired()
            or (limit is not None and judge.judged >= limit)
        )

    def _report_advice(self, advice: Advice, order: SearchOrder) -> None:
        elapsed_ms = max(1, (time.monotonic_ns() - order.started_ns) // _NS_PER_MS)
        shares = " ".join(f"{text} {share:.0%}" for text, share in advice.shares)
        self._answer(order.number, Note(f"choices {shares}"))
        score = Score(advice.value)
        best = advice.shares[0][0]
        info = Info(
            advice.number,
            advice.number,
            1,
            score,
            win_draw_loss(score),
            advice.judged,
            advice.judged * 1000 // elapsed_ms,
            self.table.hashfull(),
            elapsed_ms,
            (best,),
        )
        self._answer(order.number, info)

    def _lines(self, job: Job, searcher: Searcher) -> int:
        lines = job.multipv
        if job.skill is not None:
            lines = max(lines, skill.CANDIDATE_LINES)
        return min(lines, searcher.line_count())

    def _deepen(self, searcher: Searcher, order: SearchOrder) -> None:
        """Iteration after iteration until a limit is reached or the search is stopped."""
        job = order.job
        lines = self._lines(job, searcher)
        deepest = min(job.limits.depth or DEEPEST, DEEPEST)
        if job.skill is not None:
            deepest = min(deepest, skill.depth_limit(job.skill))
        stable = 0
        best = None
        for depth in range(1, deepest + 1):
            finished = searcher.iterate(depth, lines)
            line = searcher.line(0)
            stable = stable + 1 if line.moves[0] == best else 0
            best = line.moves[0]
            if self.index == 0:
                self._report_lines(searcher, order, min(lines, job.multipv))
            if not finished or self._is_enough(searcher, order, depth, stable):
                break

    def _is_enough(self, searcher: Searcher, order: SearchOrder, depth: int, stable: int) -> bool:
        """Whether another iteration would break a limit or tell nothing new."""
        if self.control.stopped(order.number):
            return True
        limits = order.job.limits
        score = searcher.line(0).score
        mate_in = (MATE_SCORE - abs(score) + 1) // 2 if is_mate(score) else None
        if limits.mate and mate_in is not None and score > 0 and mate_in <= limits.mate:
            return True
        if limits.nodes and searcher.node_count() * order.searchers >= limits.nodes:
            return True
        if not limits.timed or limits.ponder:
            return self._past_soft(stable)
        if searcher.line_count() == 1 or (mate_in is not None and depth > 2 * mate_in + 1):
            return True
        return self._past_soft(stable)

    def _past_soft(self, stable: int) -> bool:
        """Whether the soft bound, less for a settled move and more for a new one, has passed."""
        soft = self.control.soft_left_ns()
        if soft is None:
            return False
        left, total = soft
        share = 1.0
        if stable >= _STABLE_AFTER:
            share = _STABLE_SHARE
        elif stable == 0:
            share = _UNSTABLE_SHARE
        return total - left >= share * total

    def _report_lines(self, searcher: Searcher, order: SearchOrder, lines: int) -> None:
        elapsed_ms = max(1, (time.monotonic_ns() - order.started_ns) // _NS_PER_MS)
        nodes = self.control.nodes(order.searchers)
        for number in range(lines):
            line = searcher.line(number)
            if line.depth == 0:
                continue
            score = _score(line.score)
            info = Info(
                line.depth,
                line.seldepth,
                number + 1,
                score,
                win_draw_loss(score),
                nodes,
                nodes * 1000 // elapsed_ms,
                self.table.hashfull(),
                elapsed_ms,
                line.moves,
            )
            self._answer(order.number, info)

    def _best_move(self, searcher: Searcher, job: Job) -> BestMove:
        chosen = 0
        if job.skill is not None:
            known = [searcher.line(n) for n in range(self._lines(job, searcher))]
            chosen = skill.choose([line.score for line in known if line.depth], job.skill)
        moves = searcher.line(chosen).moves
        return BestMove(moves[0], moves[1] if len(moves) > 1 else None)


def _score(score: int) -> Score:
    """A search score as the user reads it."""
    if not is_mate(score):
        return Score(score)
    moves = (MATE_SCORE - abs(score) + 1) // 2
    return Score(moves if score > 0 else -moves, mate=True)


def _read_orders(orders: queue.SimpleQueue[Any]) -> None:
    """Passes orders on until the main process is gone; then this process has no reason to be."""
    receiver = wire.Receiver(0)
    while not receiver.closed:
        for order in receiver.receive():
            orders.put(order)
    os._exit(0)


def main() -> None:
    """The life of a searcher process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides when to end
    index, table_fd, control_fd = (int(word) for word in sys.argv[1:])
    memory = mmap.mmap(table_fd, 0)
    with contextlib.suppress(OSError, AttributeError):
        memory.madvise(mmap.MADV_HUGEPAGE)  # a tenth more nodes/s where the system grants it
    table = Table(memory)
    worker = Worker(index, table, Control(mmap.mmap(control_fd, 0)))
    orders: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read_orders, args=(orders,), daemon=True).start()
    wire.send(1, Ready())
    while True:
        worker.run(orders.get())


if __name__ == "__main__":
    main()
