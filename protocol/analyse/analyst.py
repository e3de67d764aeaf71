"""Who gives opinions: a pool of searchers, kept warm from one position to the next.

What the opinions are good for, and how they read, is not decided here.
"""

from __future__ import annotations

import select
from collections.abc import Callable
from dataclasses import dataclass

from engine.board.variant import Variant
from engine.errors import EngineFault
from engine.evaluation import HandWritten
from engine.search.limits import Job, Limits
from engine.search.pool import Pool
from engine.search.reports import BestMove, Fault, Info, Report
from protocol.analyse.interrupt import Interrupt
from protocol.analyse.moments import Moment

_WARM_UP_LOOK_S = 0.2  # a process that never comes up is noticed as late as that


@dataclass(frozen=True, slots=True)
class Means:
    """What the analyst may use: the table's size, processes, and what positions are judged by."""

    hash_mib: int = 64
    threads: int = 1
    evaluation: HandWritten = HandWritten()


@dataclass(frozen=True, slots=True)
class Opinion:
    """best: None where there is no legal move. lines: of the last iteration, best first."""

    best: str | None
    lines: tuple[Info, ...] = ()


def _unheard(report: Report) -> None:
    """For callers who only want the opinion."""


class Analyst:
    """Inside `with`. Once interrupted it stops what it is at; callers ask nothing more of it.

    complain: hears of searcher processes that broke and were replaced.

    Its methods raise EngineFault when no process can be started or none answers.
    """

    def __init__(
        self,
        means: Means,
        interrupt: Interrupt,
        complain: Callable[[str], None],
        make_pool: Callable[[int, int], Pool] = Pool,
    ) -> None:
        self._means = means
        self._interrupt = interrupt
        self._complain = complain
        self._pool = make_pool(means.hash_mib, means.threads)
        self._warm: Variant | None = None  # the game that the processes know

    def __enter__(self) -> Analyst:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._pool.close()

    @property
    def interrupted(self) -> bool:
        """Whether the user wants an end."""
        return self._interrupt.requested

    def forget(self) -> None:
        """What is searched next learns nothing from what was searched before."""
        self._pool.new_game()

    def opinion(
        self,
        moment: Moment,
        limits: Limits,
        lines: int = 1,
        watch: Callable[[Report], None] = _unheard,
    ) -> Opinion:
        """What the engine thinks of a moment; `watch` hears every report on the way."""
        evaluation = self._means.evaluation
        job = Job(moment.variant, moment.root, moment.moves, limits, lines, evaluation=evaluation)
        self._warm_up(job)
        self._pool.search(job)
        known: dict[int, Info] = {}
        fault = ""
        while True:
            for report in self._next_reports():
                watch(report)
                if isinstance(report, Info):
                    known[report.multipv] = report
                elif isinstance(report, Fault):
                    fault = report.text
                    self._complain(fault)
                elif isinstance(report, BestMove):
                    if fault and not known:
                        raise EngineFault(fault)
                    return Opinion(report.move, tuple(known[at] for at in sorted(known)))

    def _warm_up(self, job: Job) -> None:
        """Waits until the processes are up and know the game: no search's time is spent on that."""
        if job.variant == self._warm:
            return
        self._pool.prepare(job)
        while not self._pool.ready():
            select.select(self._pool.filenos(), [], [], _WARM_UP_LOOK_S)
            for report in self._pool.poll():
                if isinstance(report, Fault):
                    raise EngineFault(report.text)
        self._warm = job.variant

    def _next_reports(self) -> list[Report]:
        """Waits for the pool or for Ctrl-C, which stops the search."""
        stopping = self.interrupted
        if stopping:
            self._pool.stop()
        ears: list[int] = [*self._pool.filenos(), *([] if stopping else [self._interrupt.fileno()])]
        select.select(ears, [], [], self._pool.timeout())
        return self._pool.poll()
