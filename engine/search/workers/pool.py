"""Worker pool, which starts, directs, watches, stops and replaces the worker processes.

All workers search the same position over one shared table; a single worker has a private one. One
of them is the leader: its iterations are reported, and it checks the limits. When it has finished,
the others are stopped, and the best of all results is chosen. Shared memory is anonymous and passed
on as a descriptor, so nothing is left behind however a process ends.

The pool has no threads: its owner waits until one of `filenos()` is readable or `timeout()` seconds
have passed, and then calls `poll()` for the reports.
"""

from __future__ import annotations

import mmap
import os
import time
from typing import Any

from amalthea.engine.errors import WorkerError
from amalthea.engine.search import time_manager
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import EngineError, Info, PerftTotal, Report
from amalthea.engine.search.shared_memory import shared_memory, wipe
from amalthea.engine.search.transposition_table import MIB
from amalthea.engine.search.workers.messages import (
    ClearOrder,
    PerftOrder,
    Prepared,
    Result,
    SearchOrder,
    SearchReport,
    TableOrder,
)
from amalthea.engine.search.workers.parallel_search import ParallelSearch
from amalthea.engine.search.workers.processors import crowding
from amalthea.engine.search.workers.worker_process import WorkerProcess

__all__ = ["Job", "WorkerPool", "fitting"]

_NS_PER_MS = 1_000_000
_LEADER_LATE_S = 0.005  # after the hard bound: the leader polls the clock every few 100 nodes
_OTHERS_LATE_S = 0.015  # after the order to stop: then the best move is reported without them
_FIRST_LINE_S = 0.05  # the same while no move is known: the only choice would be a random one
_FIRST_LINE_SHARE = 0.2  # or this share of what the clock has left, if it is more
_MAX_FIRST_LINE_S = 1.0
_SILENT_S = 0.2  # without a sign of life, until a worker is checked, and between two checks
_LOADING_S = 30.0  # for compiling a game, with a processor for each worker
_COLD_S = 5.0  # additional time for a first line, while all workers are loading
_ALWAYS_FITS_MIB = 256  # a table of this size is allocated without looking at free memory
_MIN_MIB = 1
_SPARE_MIB = 256  # left to other programs if a table must be smaller than requested
_FLUSH_S = 0.01  # between two attempts to write into a full pipe
_MAX_FAILED_STARTS = 3  # in a row, of processes that ended or hung before they were ready
_MAX_LOSSES = 3  # of one worker in a search: the search itself seems to end it


class WorkerPool:
    """The workers, and the search or perft that they run.

    Its states:

        IDLE ──search, perft──▶ SEARCHING ──────────▶ STOPPING ──────────▶ IDLE
          ▲                         │      stop,         │  all answered or time is over:
          │                         │      leader done,  │  BestMove is reported
          │                         │      deadline      │
          │                         └────────┬───────────┘
          │                                  ▼ all answered, but infinite or pondering
          └───── stop, ponderhit ──────── HOLDING

    IDLE: there is no `_search`. STOPPING: its `stopped_at` is set. HOLDING: it `is_over`. A perft
    has one worker, and ends with its PerftTotal. In every state workers that die or hang are
    replaced; the replacement joins the search, and another worker leads it. If no process can be
    started, the search ends with what is known, and the next order starts anew.

    Methods raise WorkerError if no process can be started.
    """

    def __init__(self, hash_mib: int = 16, threads: int = 1) -> None:
        self.hash_mib = fitting(hash_mib)  # size of the table, at most what fits into memory
        self.threads = threads  # number of workers once the pool has started
        self._workers: list[WorkerProcess] = []
        self._control: Control
        self._table: mmap.mmap
        self._descriptors: tuple[int, int] = (-1, -1)  # of table and control words
        self._number = 0  # of the last search
        self._search: ParallelSearch | None = None
        self._leader_nodes = -1  # the leader's node count,
        self._progress_at = 0.0  # and when it last changed
        self._compiled_job: Job | None = None  # the last one that the workers have compiled
        self._lateness = time_manager.Lateness()
        self._failed_starts = 0
        self._pending: list[Report] = []  # reported by the next poll

    # -- starting and ending -----------------------------------------------------------------------

    def start(self) -> None:
        """Start the workers unless they are running."""
        if self._workers:
            return
        try:
            table_fd = self._allocate_table()
            self._descriptors = table_fd, -1
            control_fd, memory = shared_memory(CONTROL_BYTES)
            self._descriptors = table_fd, control_fd
            self._control = Control(memory)
            self._control.stop(self._number)
            self._adjust_count()
        except WorkerError:
            self.close()
            raise

    def _allocate_table(self) -> int:
        """Allocate the table, smaller if memory is limited; return its descriptor."""
        requested = self.hash_mib
        descriptor, self._table, self.hash_mib = _shared_table(requested)
        if self.hash_mib < requested:
            text = f"no memory for a table of {requested} MiB, taking {self.hash_mib}"
            self._pending.append(EngineError(text))
        return descriptor

    def close(self) -> None:
        """End the workers; the pool can be started again."""
        workers, self._workers = self._workers, []
        self._search = self._compiled_job = None
        if workers:
            self._control.stop(self._number)
        _end_workers(workers)
        for descriptor in self._descriptors:
            if descriptor >= 0:
                os.close(descriptor)
        self._descriptors = -1, -1
        for name in {"_control", "_table"} & vars(self).keys():
            delattr(self, name)  # the memory is freed
        self._failed_starts = 0

    def ready(self) -> bool:
        """Return True if every worker has started and prepared its game, or all were given up."""
        return all(worker.unconfirmed_since is None for worker in self._workers)

    def resize(self, hash_mib: int) -> None:
        """Replace the table by an empty one of another size. Not during a search."""
        size = fitting(hash_mib, self.hash_mib if self._workers else 0)
        if size != self.hash_mib:
            self.hash_mib = size
            if self._workers:
                self.close()
                self.start()

    def set_threads(self, threads: int) -> None:
        """Change the number of workers. Not during a search."""
        changes_table = (threads == 1) != (self.threads == 1)  # private or shared
        self.threads = threads
        if not self._workers:
            return
        if changes_table:
            wipe(self._table)
            self._workers[0].outbox.send(TableOrder(alone=threads == 1))
        self._adjust_count()

    def clear(self) -> None:
        """Clear the table and the histories."""
        if self._workers:
            wipe(self._table)
        for worker in self._workers:
            worker.outbox.send(ClearOrder())

    def _adjust_count(self) -> None:
        """Start or end workers until their number is right."""
        surplus = self._workers[self.threads :]
        del self._workers[self.threads :]
        _end_workers(surplus)
        try:
            while len(self._workers) < self.threads:
                self._workers.append(self._new_worker(len(self._workers)))
        except WorkerError as error:
            if not self._workers:
                raise
            self._pending.append(EngineError(f"{error}; {len(self._workers)} searching without it"))

    def _new_worker(self, index: int) -> WorkerProcess:
        return WorkerProcess(index, *self._descriptors, alone=self.threads == 1)

    # -- orders ------------------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """True if a search or perft is running or its best move is held back."""
        return self._search is not None

    def search(self, job: Job) -> None:
        """Start a search, which ends with a BestMove. Raises WorkerError if one is running."""
        number = self._next_number()
        limits = job.limits
        workers = self._workers[:1] if job.alone else self._workers
        order = SearchOrder(number, job, time.monotonic_ns(), len(workers))
        self._control.clear_counts()
        self._control.stop_clock()
        search = ParallelSearch(order, holds_best_move=limits.infinite or limits.ponder)
        if not limits.ponder:
            self._start_clock(search, order)
        self._search = search
        for worker in workers:
            worker.order(order)

    def prepare(self, job: Job) -> None:
        """Let the workers compile a job's variant; `ready` once they have."""
        self.start()
        self._compiled_job = job
        for worker in self._workers:
            worker.prepare(job)

    def perft(self, job: Job, depth: int) -> None:
        """Start a perft in the first worker, which ends with a PerftTotal."""
        order = PerftOrder(self._next_number(), job, depth)
        self._search = ParallelSearch(order)
        self._workers[0].order(order)

    def stop(self) -> None:
        """Stop the search; its best move follows."""
        if self._search is not None:
            self._search.holds_best_move = False
            self._stop_workers(self._search)

    def ponderhit(self) -> None:
        """Start the clock of a search on the expected move, which has been played."""
        search = self._search
        if search is None or not isinstance(search.order, SearchOrder):
            return
        limits = search.order.job.limits
        if limits.ponder and search.holds_best_move:
            search.holds_best_move = limits.infinite
            if self._start_clock(search, search.order):
                self._stop_workers(search)

    def _next_number(self) -> int:
        if self._search is not None:
            raise WorkerError("a search is running")
        self.start()
        self._number += 1
        self._control.lead(0)
        self._progress_at = time.monotonic()
        return self._number

    def _start_clock(self, search: ParallelSearch, order: SearchOrder) -> bool:
        """Set the time bounds; return True if the soft one has passed.

        The soft bound counts from the start of the search, the hard one from now.
        """
        job = order.job
        bounds = time_manager.bounds(
            job.limits, job.side, job.overhead_ms, job.variant.pace, job.fullmove, self._lateness
        )
        if bounds is None:
            return False
        start, now = order.started_ns, time.monotonic_ns()
        soft = start + round(bounds.soft * _NS_PER_MS) if bounds.soft is not None else 0
        search.clock_ns = now, now + round(bounds.hard * _NS_PER_MS)
        search.spare_s = max(0.0, bounds.left - bounds.hard) / 1000
        self._control.start_clock(start, soft, search.clock_ns[1])
        search.deadline = time.monotonic() + bounds.hard / 1000 + _LEADER_LATE_S
        return 0 < soft <= now

    def _stop_workers(self, search: ParallelSearch) -> None:
        """Tell all workers to stop, once."""
        search.deadline = None
        if search.stopped_at is None:
            self._control.stop(search.order.number)
            search.stopped_at = time.monotonic()

    # -- reports -----------------------------------------------------------------------------------

    def filenos(self) -> list[int]:
        """Return the descriptors that are readable if `poll` has something to do."""
        return [worker.inbox.fd for worker in self._workers]

    def timeout(self) -> float | None:
        """Return the seconds after which `poll` must be called in any case, or None."""
        search = self._search
        times = [self._check_due(worker) for worker in self._workers]
        if search is not None and search.is_over:
            times.append(None if search.holds_best_move else 0.0)
        elif search is not None and isinstance(search.order, SearchOrder):
            times += [search.deadline, self._result_due(search)]
        if any(worker.outbox.has_unsent for worker in self._workers):
            times.append(time.monotonic() + _FLUSH_S)
        if self._pending:
            times.append(0.0)
        due = min((moment for moment in times if moment is not None), default=None)
        return None if due is None else max(0.0, due - time.monotonic())

    def poll(self) -> list[Report]:
        """Return the reports so far, without waiting, and replace broken workers."""
        reports, self._pending = self._pending, []
        lost = self._lost_workers()  # before reading: one may have answered and gone to sleep
        for worker in self._workers:
            worker.outbox.flush()
            for message in worker.inbox.receive():
                reports += self._handle(worker, message)
        for worker in list(self._workers):
            if worker not in self._workers:
                continue  # all have been ended
            if worker.inbox.closed:
                reports += self._replace(worker, "died")
            elif worker in lost and lost[worker] == self._silent_since(worker):
                reports += self._replace(worker, "does not answer")
        if (search := self._search) and isinstance(search.order, SearchOrder):
            reports += self._end_search(search, search.order)
        return reports

    def _handle(self, worker: WorkerProcess, message: Any) -> list[Report]:
        """Return the reports in a message; those of an earlier search are dropped."""
        if isinstance(message, Prepared):
            worker.confirm()
            if worker.unconfirmed_since is None:
                self._failed_starts = 0
            return []
        if isinstance(message, EngineError):  # it cannot start, and ends
            return [message]
        assert isinstance(message, SearchReport)
        report = message.report
        worker.answer(message.number, isinstance(report, Result | PerftTotal))
        search = self._search
        if search is None or message.number != search.order.number:
            return []
        if isinstance(report, Result):
            search.results[worker.index] = report
            self._compiled_job = search.order.job
            return []
        if isinstance(report, PerftTotal):
            self._search = None
        return search.add_line(worker.index, report) if isinstance(report, Info) else [report]

    def _end_search(self, search: ParallelSearch, order: SearchOrder) -> list[Report]:
        """Return the best move, once it is known and need not be held back."""
        now = time.monotonic()
        if search.leader in search.results or (search.deadline and now >= search.deadline):
            self._stop_workers(search)
        due = self._result_due(search)
        answered = len(search.lost_workers | search.results.keys())
        search.is_over = answered == order.workers or (due is not None and now >= due)
        if not search.is_over or search.holds_best_move:
            return []
        self._search = None
        for worker in self._workers:
            worker.late_since = search.stopped_at or now
        if (late_ms := search.lateness_ms(time.monotonic_ns())) is not None:
            self._lateness.add(late_ms)
        return search.conclude()

    def _result_due(self, search: ParallelSearch) -> float | None:
        """Return the time.monotonic() at which a stopped search ends without missing workers.

        As long as no move is known, workers get more time to find one, and those that have just
        loaded get it from then on.
        """
        if search.stopped_at is None:
            return None
        missing = [
            worker for worker in self._workers if worker.pending_search == search.order.number
        ]
        if search.has_line or not missing:
            return search.stopped_at + _OTHERS_LATE_S
        ready_at = max(search.stopped_at, *(worker.loaded_at for worker in missing))
        all_load = all(worker.is_loading for worker in missing)
        return ready_at + _first_line_s(search.spare_s) + (_COLD_S if all_load else 0.0)

    # -- watching and replacing workers ------------------------------------------------------------

    def _silent_since(self, worker: WorkerProcess) -> float | None:
        """Return the time since which a worker has been silent although it must report, or None.

        A worker must confirm that it has started and prepared, answer after it was stopped, and
        count nodes while it leads a search.
        """
        if not worker.pending_search or worker.unconfirmed_since is not None:
            return worker.unconfirmed_since
        search = self._search
        if search is None or search.order.number != worker.pending_search:
            return max(worker.late_since, worker.loaded_at)
        if search.stopped_at is not None:
            return max(search.stopped_at, worker.loaded_at)
        leads = worker.index == search.leader and isinstance(search.order, SearchOrder)
        return max(self._progress_at, worker.loaded_at) if leads else None

    def _check_due(self, worker: WorkerProcess) -> float | None:
        """Return the time.monotonic() at which to check a silent worker."""
        since = self._silent_since(worker)
        return None if since is None else max(since + _SILENT_S, worker.next_check)

    def _lost_workers(self) -> dict[WorkerProcess, float]:
        """Return the workers that hang, and the start of each hang; others get a grace period."""
        now = time.monotonic()
        search = self._search
        if search is not None:
            nodes = self._nodes_of(search.leader)
            if nodes != self._leader_nodes:
                self._leader_nodes, self._progress_at = nodes, now
        computes = (  # without nodes: only a secret choice
            search is not None
            and search.stopped_at is None
            and search.order.job.limits.side is not None
        )
        lost = {}
        for worker in self._workers:
            since, due = self._silent_since(worker), self._check_due(worker)
            if since is None or due is None or now < due:
                continue
            if worker.is_lost(since, _LOADING_S * crowding(len(self._workers)), computes):
                lost[worker] = since
            else:
                worker.next_check = now + _SILENT_S
        return lost

    def _nodes_of(self, index: int) -> int:
        return self._control.nodes_of(index)

    def _replace(self, worker: WorkerProcess, problem: str) -> list[Report]:
        """Replace a broken worker by a new process, which joins the running search.

        After repeated failures all workers are ended, and the next order starts them anew.
        """
        reports: list[Report] = [EngineError(f"{worker.name} {problem}")]
        search = self._search
        job = search.order.job if search else self._compiled_job
        try:
            if worker.unconfirmed_since is not None:
                self._failed_starts += 1
                if self._failed_starts >= _MAX_FAILED_STARTS:
                    raise WorkerError("the worker processes do not start")
            worker.kill()
            fresh = self._workers[worker.index] = self._new_worker(worker.index)
        except WorkerError as error:
            self.close()
            return [*reports, EngineError(str(error)), *(search.conclude() if search else [])]
        if job:
            fresh.prepare(job)
        if (
            search is None
            or worker.index in search.results
            or worker.pending_search != search.order.number
        ):
            return reports
        if isinstance(search.order, PerftOrder):
            self._search = None
            return [*reports, *search.conclude()]
        search.losses[worker.index] += 1
        if search.stopped_at is not None or search.losses[worker.index] >= _MAX_LOSSES:
            search.lost_workers.add(worker.index)
        else:
            fresh.order(search.order)
        if worker.index == search.leader:
            search.change_leader()
            self._control.lead(search.leader)
            self._progress_at = time.monotonic()
        return reports


def _first_line_s(spare_s: float) -> float:
    """Return how long a stopped search waits for a first line. spare_s: left on the clock."""
    return max(_FIRST_LINE_S, min(_MAX_FIRST_LINE_S, _FIRST_LINE_SHARE * spare_s))


def _shared_table(mib: int) -> tuple[int, mmap.mmap, int]:
    """Return descriptor, memory and size in MiB of a table, smaller if memory is limited."""
    while True:
        try:
            return *shared_memory(mib * MIB), mib
        except WorkerError:
            if mib <= _MIN_MIB:
                raise
            mib = max(_MIN_MIB, mib // 4)  # workers need memory, too


def _end_workers(workers: list[WorkerProcess]) -> None:
    for worker in workers:
        worker.dismiss()
    for worker in workers:
        worker.join()


def fitting(hash_mib: int, held_mib: int = 0) -> int:
    """Return the size of a requested table, or the largest that fits into memory.

    held_mib: size of the current table, which is freed before.
    """
    if hash_mib <= _ALWAYS_FITS_MIB:
        return hash_mib
    from psutil import virtual_memory

    try:
        free = virtual_memory().available // MIB + held_mib - _SPARE_MIB
    except OSError:  # too many open files
        free = _ALWAYS_FITS_MIB
    return min(hash_mib, max(_ALWAYS_FITS_MIB, free))
