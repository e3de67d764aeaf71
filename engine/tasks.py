"""Tasks of an engine: one at a time in a worker pool, in the order in which they were asked for.

A task waits for the end of those before it. An endless one, an infinite search or one that ponders,
is stopped as soon as another task or a change of the pool waits for it, and is not reported: its
client no longer wants it. If only changes came, its best move is kept for the `stop` that may
follow.

Nothing here waits for the workers or computes, except `wait`: the owner calls `collect` when the
workers have something to report.
"""

from __future__ import annotations

import select
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from amalthea.engine.errors import AmaltheaError, WorkerError
from amalthea.engine.events import BestMove, EngineError, Event, Listener, Ready
from amalthea.engine.search.workers.processors import crowding

if TYPE_CHECKING:
    from amalthea.engine.search.limits import Job
    from amalthea.engine.search.workers.pool import WorkerPool

_READY_WITHIN_S = 10.0  # with a processor for each worker
_STARTING_LOOK_S = 0.02  # between two looks at workers that are starting
_MAX_WAITING = 10_000  # tasks and changes, before further commands must wait

PoolMaker = Callable[[int, int], "WorkerPool"]  # by hash size in MiB and number of workers
Part = Callable[["WorkerPool"], None]


def new_pool(hash_mib: int, threads: int) -> WorkerPool:
    """Create a pool; its modules are imported when they are first needed."""
    from amalthea.engine.search.workers.pool import WorkerPool

    return WorkerPool(hash_mib, threads)


@dataclass(slots=True, eq=False)
class Task:
    """A search, a perft, or a change between them.

    parts: each starts a search or perft, or makes a change; the next follows at its end.
    listener: called with the reports. failure: reported if a part cannot be started, None for a
    change. infinite, ponders: as in Limits. is_hit: ponderhit came before the start. is_quiet: it
    is not reported. best: its best move, which is kept.
    """

    parts: Iterator[Part]
    listener: Listener
    failure: Event | None = None
    infinite: bool = False
    ponders: bool = False
    is_hit: bool = False
    is_quiet: bool = False
    best: BestMove | None = None

    @property
    def endless(self) -> bool:
        """True if it ends only by a command."""
        return self.infinite or self.ponders


class TaskRunner:
    """Runner of searches and perfts in a worker pool, which is started when it is first needed."""

    def __init__(self, listener: Listener, make_pool: Callable[[], WorkerPool]) -> None:
        self._report = listener
        self._make_pool = make_pool
        self._pool: WorkerPool | None = None
        self._task: Task | None = None  # the running one
        self._waiting: deque[Task] = deque()
        self._last: Task | None = None  # the task accepted last, until its end is reported
        self._ready_until: float | None = None  # deadline of `prepare`
        self._stopping = False
        self.is_closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers; a further task raises WorkerError."""
        self.is_closed = True
        if self._pool:
            self._pool.close()

    # -- waiting -----------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """True while a task is running."""
        return self._task is not None

    @property
    def needs_command(self) -> bool:
        """True if a best move is due, but is reported only after a further command."""
        task = self._task or self._last
        return task is not None and task.endless and not (self._waiting or self._stopping)

    @property
    def blocked(self) -> bool:
        """True if commands must wait: until Ready after `prepare`, for the end of stopped tasks,
        or because too much is waiting already.
        """
        full = len(self._waiting) >= _MAX_WAITING
        return self._ready_until is not None or self._stopping or full

    def filenos(self) -> list[int]:
        """Return the descriptors that are readable if `collect` has something to do."""
        return self._pool.filenos() if self._pool else []

    def timeout(self) -> float | None:
        """Return the seconds after which `collect` must be called in any case, or None."""
        due = self._pool.timeout() if self._pool else None
        if self._ready_until is None:
            return due
        return _STARTING_LOOK_S if due is None else min(due, _STARTING_LOOK_S)

    def collect(self) -> None:
        """Report all events so far, and go on with what waits for the end of the task."""
        if self._pool is None:
            return
        task = self._task
        for report in self._pool.poll():
            if isinstance(report, EngineError):
                self._report(report)
            elif task:
                self._deliver(task, report)
        self._check_ready(self._pool)
        if self._task:
            self._advance(self._pool)

    def sleep(self, inputs: Sequence[int] = (), longest_s: float | None = None) -> bool:
        """Wait until `collect` is due or an input is readable; return True for an input."""
        times = [seconds for seconds in (self.timeout(), longest_s) if seconds is not None]
        readable, _, _ = select.select(
            [*inputs, *self.filenos()], [], [], min(times) if times else None
        )
        return any(descriptor in readable for descriptor in inputs)

    def wait(self, within_s: float | None = None) -> bool:
        """Wait until nothing is running or blocked; return False if that takes too long."""
        until = None if within_s is None else time.monotonic() + within_s
        while self.busy or self.blocked:
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return False
            self.sleep((), left)
            self.collect()
        return True

    # -- tasks -------------------------------------------------------------------------------------

    def search_all(self, jobs: Iterable[Job], listener: Listener | None = None) -> None:
        """Search one job after the other, each with cleared memory; `stop` ends them all.

        Each ends with a BestMove. listener: called with the reports. Raises WorkerError.
        """

        def part(job: Job) -> Part:
            def start(pool: WorkerPool) -> None:
                pool.clear()
                pool.search(job)

            return start

        self._add_task(Task(map(part, jobs), listener or self._report, BestMove(None)))

    def refuse_search(self, listener: Listener | None = None) -> None:
        """Report a BestMove without a move for an impossible search, after the tasks before it.

        listener: called with it instead of the runner's listener.
        """
        report = listener or self._report
        self._give_up_endless()
        self._when_idle(lambda: report(BestMove(None)))

    def stop(self) -> None:
        """Stop all tasks; the end of each is reported soon."""
        self._report_last_task()
        if self._task and self._pool:
            self._stopping = True
            self._stop_task(self._task, self._pool)

    def cancel(self) -> None:
        """Stop all tasks and report nothing more of them."""
        self._last = None
        self._waiting = deque(task for task in self._waiting if task.failure is None)
        if self._task and self._pool:
            self._task.is_quiet = True
            self._stop_task(self._task, self._pool)

    def ponderhit(self) -> None:
        """Go on searching the expected move, which was played, with the clock running.

        A search that is infinite, too, still waits for `stop`.
        """
        task = self._last
        if task and task.ponders:
            task.ponders = False
            task.is_hit = True
            if not task.endless:
                self._report_last_task()
            if self._task and self._pool:
                self._advance(self._pool)

    def _add_task(self, task: Task) -> None:
        """Run a task after those before it. Raises WorkerError."""
        pool = self._started_pool()
        self._give_up_endless()
        self._last = task
        self._waiting.append(task)
        self._advance(pool)

    def _give_up_endless(self) -> None:
        """Stop reporting the last task if it is endless, since another one replaces it."""
        task, self._last = self._last, None
        if task and task.endless:
            task.is_quiet = True
            if task in self._waiting:
                self._waiting.remove(task)

    def _when_idle(self, act: Callable[[], None]) -> None:
        """Act at the end of the tasks so far, now if there is none."""
        if self._task and self._pool:
            self._waiting.append(Task(iter((lambda _: act(),)), self._report))
            self._advance(self._pool)
        else:
            act()

    def _change_pool(self, change: Part) -> None:
        """Change the pool, if it has been started, at the end of the tasks so far."""
        if pool := self._pool:
            self._when_idle(lambda: change(pool))

    def _advance(self, pool: WorkerPool) -> None:
        """Start waiting tasks until one runs; stop that if it is endless and others wait."""
        while not pool.searching and (part := self._next_part()):
            self._start_part(part, pool)
        task = self._task
        if task is None:
            self._stopping = False
        elif self._stopping:
            self._stop_task(task, pool)
        elif task.endless and self._waiting:
            task.is_quiet = True
            self._stop_task(task, pool)
        elif task.is_hit:
            task.is_hit = False
            pool.ponderhit()

    def _next_part(self) -> Part | None:
        """Return the next part of the task, or at its end the first one of the next task."""
        part = next(self._task.parts, None) if self._task else None
        while part is None:
            if self._task and self._task is self._last and not self._task.best:
                self._last = None
            self._task = self._waiting.popleft() if self._waiting else None
            if self._task is None:
                return None
            part = next(self._task.parts, None)
        return part

    def _start_part(self, part: Part, pool: WorkerPool) -> None:
        try:
            part(pool)
        except AmaltheaError as error:
            self._report(EngineError(str(error)))
            if self._task and self._task.failure:
                self._deliver(self._task, self._task.failure)

    def _deliver(self, task: Task, report: Event) -> None:
        """Report something of a task, or keep its best move if it is quiet."""
        if not task.is_quiet:
            task.listener(report)
        elif isinstance(report, BestMove) and task is self._last:
            task.best = report

    def _report_last_task(self) -> None:
        """Report the last task again, beginning with its best move if that was kept."""
        task = self._last
        if task is None:
            return
        task.is_quiet = False
        if task.best:
            self._last = None
            task.listener(task.best)

    def _stop_task(self, task: Task, pool: WorkerPool) -> None:
        """Stop the running task, whose end follows."""
        task.parts = iter(())
        pool.stop()

    def _prepare(self, job: Job | None) -> None:
        """Start the workers, and let them compile a job's game; Ready follows.

        Raises WorkerError.
        """
        pool = self._started_pool()
        if job:
            pool.prepare(job)
        self._ready_until = time.monotonic() + _READY_WITHIN_S * crowding(pool.threads)
        self._check_ready(pool)

    def _started_pool(self) -> WorkerPool:
        """Return the pool with its workers started. Raises WorkerError."""
        if self.is_closed:
            raise WorkerError("the engine is closed")
        if self._pool is None:
            self._pool = self._make_pool()
            weakref.finalize(self, self._pool.close)
        self._pool.start()
        return self._pool

    def _check_ready(self, pool: WorkerPool) -> None:
        """Report Ready once the workers are ready, or have had enough time."""
        if self._ready_until is None:
            return
        if not pool.ready():
            if time.monotonic() < self._ready_until:
                return
            self._report(EngineError("the worker processes do not start"))
        self._ready_until = None
        self._report(Ready())
