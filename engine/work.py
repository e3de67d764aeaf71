"""The work of an engine's worker pool: one search or perft at a time, and what waits for its end.

Nothing here blocks or computes: work is handed to the pool, and `collect` is called when the pool
has something to report.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from amalthea.engine.errors import AmaltheaError, Busy
from amalthea.engine.events import EngineError, Ready
from amalthea.engine.search.workers.processors import crowding

if TYPE_CHECKING:
    from amalthea.engine.search.limits import Job
    from amalthea.engine.search.reports import Report
    from amalthea.engine.search.workers.pool import Pool

_READY_WITHIN_S = 10.0  # limit for workers to start if each has a processor
_WHILE_STARTING_S = 0.02  # interval of polls while processes start

PoolMaker = Callable[[int, int], "Pool"]  # called with MiB of hash table and number of workers


def new_pool(hash_mib: int, threads: int) -> Pool:
    """Return the real pool, imported when the first search needs it."""
    from amalthea.engine.search.workers.pool import Pool

    return Pool(hash_mib, threads)


class Work:
    """The pool of an engine and its queue of work. tell: called with its reports.

    Between `prepare` and Ready, and between `stop` and the end of what it stopped, it is `blocked`.
    Changes to the pool itself wait until nothing runs.
    """

    def __init__(self, make_pool: Callable[[], Pool], tell: Callable[[Report | Ready], None]):
        self._make_pool = make_pool
        self._tell = tell
        self._pool: Pool | None = None
        self._jobs: Iterator[Job] = iter(())  # jobs to search after the one that runs
        self._when_idle: list[Callable[[Pool], None]] = []
        self._ready_until: float | None = None  # deadline for the start of processes
        self._stopping = False
        self.busy = False  # True while something runs in the pool

    @property
    def blocked(self) -> bool:
        """True if further commands must wait for the next report of the pool."""
        return self._ready_until is not None or self._stopping

    @property
    def hash_mib(self) -> int:
        """The size of the pool's transposition table in MiB."""
        return self._pool.hash_mib if self._pool else 0

    def check_idle(self) -> None:
        """Raise Busy while something runs."""
        if self.busy:
            raise Busy

    # -- waiting -----------------------------------------------------------------------------------

    def filenos(self) -> list[int]:
        """Return descriptors that are readable when `collect` has something to do."""
        return self._pool.filenos() if self._pool else []

    def timeout(self) -> float | None:
        """Return the seconds after which `collect` must be called in any case, or None."""
        due = self._pool.timeout() if self._pool else None
        if self._ready_until is None:
            return due
        return _WHILE_STARTING_S if due is None else min(due, _WHILE_STARTING_S)

    def collect(self) -> None:
        """Pass on the reports of the pool; if nothing runs any more, only its errors."""
        if self._pool is None:
            return
        for report in self._pool.poll():
            if self.busy or isinstance(report, EngineError):
                self._tell(report)
        self._tell_ready(self._pool)
        if self.busy and not self._pool.searching:
            self._go_on(self._pool)

    def close(self) -> None:
        """End the processes of the pool."""
        if self._pool:
            self._pool.close()

    # -- work; each method may raise Busy and EngineFault ------------------------------------------

    def start(self) -> None:
        """Start the processes if they do not run."""
        self._started_pool()

    def search(self, job: Job) -> None:
        """Start a search; a BestMove ends it."""
        self.check_idle()
        self._started_pool().search(job)
        self.busy = True

    def search_all(self, jobs: Iterable[Job]) -> None:
        """Search jobs one after the other, each with an empty table; `stop` ends them all."""
        self.check_idle()
        self._jobs = iter(jobs)
        self._go_on(self._started_pool())

    def perft(self, job: Job, depth: int) -> None:
        """Start to count leaves; a PerftTotal ends it."""
        self.check_idle()
        self._started_pool().perft(job, depth)
        self.busy = True

    def stop(self) -> None:
        """Stop what runs; its end is reported soon."""
        if self._pool and self.busy:
            self._stopping = True
            self._pool.stop()

    def ponderhit(self) -> None:
        """Tell the pool that the expected move was played."""
        if self._pool:
            self._pool.ponderhit()

    def prepare(self, job: Job | None) -> None:
        """Compile the game of a job, if there is one; Ready is reported when the workers are."""
        pool = self._started_pool()
        if job:
            pool.prepare(job)
        self._ready_until = time.monotonic() + _READY_WITHIN_S * crowding(pool.threads)
        self._tell_ready(pool)

    def when_idle(self, act: Callable[[Pool], None]) -> None:
        """Call `act` with the pool, if there is one, now or after its work has ended."""
        if self.busy:
            self._when_idle.append(act)
        elif self._pool:
            act(self._pool)

    def _started_pool(self) -> Pool:
        if self._pool is None:
            self._pool = self._make_pool()
        self._pool.start()
        return self._pool

    def _tell_ready(self, pool: Pool) -> None:
        if self._ready_until is None:
            return
        if not pool.ready():
            if time.monotonic() < self._ready_until:
                return
            self._tell(EngineError("the searcher processes do not start"))
        self._ready_until = None
        self._tell(Ready())

    def _go_on(self, pool: Pool) -> None:
        """Start the next search, or do what had to wait for the end of the last one."""
        self.busy = False
        job = None if self._stopping else next(self._jobs, None)
        if job:
            pool.clear()
            pool.search(job)
            self.busy = True
            return
        self._jobs = iter(())
        self._stopping = False
        while self._when_idle:
            act = self._when_idle.pop(0)
            try:
                act(pool)
            except AmaltheaError as error:
                self._tell(EngineError(str(error)))
