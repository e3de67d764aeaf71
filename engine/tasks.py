"""Tasks of an engine: one at a time in a worker pool; other changes are deferred until it ends.

Nothing here waits for the workers or computes, except `wait`: the owner calls `collect` when the
workers have something to report.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Self

from amalthea.engine.errors import AmaltheaError, Busy
from amalthea.engine.events import EngineError, Listener, Ready
from amalthea.engine.search.workers.processors import crowding

if TYPE_CHECKING:
    from amalthea.engine.search.limits import Job
    from amalthea.engine.search.workers.pool import WorkerPool

_READY_WITHIN_S = 10.0  # with a processor for each worker
_STARTING_LOOK_S = 0.02  # between two looks at workers that are starting

PoolMaker = Callable[[int, int], "WorkerPool"]  # by hash size in MiB and number of workers


def new_pool(hash_mib: int, threads: int) -> WorkerPool:
    """Create a pool; its modules are imported when they are first needed."""
    from amalthea.engine.search.workers.pool import WorkerPool

    return WorkerPool(hash_mib, threads)


class TaskRunner:
    """Runner of searches and perfts in a worker pool, which is started when it is first needed.

    busy: whether a task is running.
    """

    def __init__(self, listener: Listener, make_pool: Callable[[], WorkerPool]) -> None:
        self.busy = False
        self._report = listener
        self._make_pool = make_pool
        self._pool: WorkerPool | None = None
        self._jobs: Iterator[Job] = iter(())  # to search after the current one
        self._deferred: list[Callable[[WorkerPool], None]] = []
        self._ready_until: float | None = None  # deadline of `prepare`
        self._stopping = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers."""
        if self._pool:
            self._pool.close()

    # -- waiting -----------------------------------------------------------------------------------

    @property
    def blocked(self) -> bool:
        """True if commands must wait: until Ready after `prepare`, or for the end of a stopped
        task.
        """
        return self._ready_until is not None or self._stopping

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
        """Report all events so far; after the end of a task only errors of workers."""
        if self._pool is None:
            return
        for report in self._pool.poll():
            if self.busy or isinstance(report, EngineError):
                self._report(report)
        self._check_ready(self._pool)
        if self.busy and not self._pool.searching:
            self._next_task(self._pool)

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

    def check_idle(self) -> None:
        """Raise Busy if a task is running."""
        if self.busy:
            raise Busy

    def search_all(self, jobs: Iterable[Job]) -> None:
        """Search one job after the other, each with cleared memory; `stop` ends them all.

        Each ends with a BestMove. Raises Busy and WorkerError.
        """
        self.check_idle()
        self._jobs = iter(jobs)
        self._next_task(self._started_pool())

    def stop(self) -> None:
        """Stop the current task; its end is reported soon."""
        if self._pool and self.busy:
            self._stopping = True
            self._pool.stop()

    def ponderhit(self) -> None:
        """Go on searching the expected move, which was played, with the clock running."""
        if self._pool:
            self._pool.ponderhit()

    def _run(self, start: Callable[[WorkerPool], None]) -> None:
        """Start a task. Raises Busy and WorkerError."""
        self.check_idle()
        start(self._started_pool())
        self.busy = True

    def _prepare(self, job: Job | None) -> None:
        """Start the workers, and let them compile a job's game; Ready follows.

        Raises WorkerError.
        """
        pool = self._started_pool()
        if job:
            pool.prepare(job)
        self._ready_until = time.monotonic() + _READY_WITHIN_S * crowding(pool.threads)
        self._check_ready(pool)

    def _when_idle(self, act: Callable[[WorkerPool], None]) -> None:
        """Change the pool, if it has been started, now or at the end of the task."""
        if self.busy:
            self._deferred.append(act)
        elif self._pool:
            act(self._pool)

    def _started_pool(self) -> WorkerPool:
        """Return the pool with its workers started. Raises WorkerError."""
        if self._pool is None:
            self._pool = self._make_pool()
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

    def _next_task(self, pool: WorkerPool) -> None:
        """Start the next job of `search_all`, or make the deferred changes."""
        self.busy = False
        job = None if self._stopping else next(self._jobs, None)
        if job:
            pool.clear()
            pool.search(job)
            self.busy = True
            return
        self._jobs = iter(())
        self._stopping = False
        while self._deferred:
            act = self._deferred.pop(0)
            try:
                act(pool)
            except AmaltheaError as error:
                self._report(EngineError(str(error)))
