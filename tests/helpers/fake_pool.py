"""Pool without processes: records its calls and reports what a test provides."""

from __future__ import annotations

from collections import deque
from typing import Any

from amalthea.engine.errors import WorkerError
from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import BestMove, Info, PerftTotal, Report, Score


def info(depth: int, *pv: str, nodes: int = 100, score: Score | None = None) -> Info:
    """Return a line of play with fixed numbers where a test does not need others."""
    return Info(depth, depth, 1, score or Score(25), (300, 500, 200), nodes, 1000, 7, 42, pv)


class FakePool:
    """Fake pool: each poll returns one of `reports`; a BestMove or PerftTotal ends the search."""

    def __init__(self, hash_mib: int = 16, threads: int = 1) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.hash_mib = hash_mib
        self.threads = threads
        self.reports: deque[Report] = deque()
        self.searching = False
        self.is_ready = True
        self.fault: str | None = None

    def start(self) -> None:
        if self.fault:
            raise WorkerError(self.fault)

    def ready(self) -> bool:
        return self.is_ready

    def resize(self, hash_mib: int) -> None:
        self.calls.append(("resize", hash_mib))

    def set_threads(self, threads: int) -> None:
        self.calls.append(("set_threads", threads))

    def clear(self) -> None:
        self.calls.append(("clear",))

    def search(self, job: Job) -> None:
        assert not self.searching
        self.start()
        self.searching = True
        self.calls.append(("search", job))

    def prepare(self, job: Job) -> None:
        self.calls.append(("prepare", job.variant.name))

    def perft(self, job: Job, depth: int) -> None:
        self.searching = True
        self.calls.append(("perft", job, depth))

    def stop(self) -> None:
        self.calls.append(("stop",))

    def ponderhit(self) -> None:
        self.calls.append(("ponderhit",))

    def filenos(self) -> list[int]:
        return []

    def timeout(self) -> float | None:
        return 0.0 if self.reports else None

    def poll(self) -> list[Report]:
        if not self.reports:
            return []
        report = self.reports.popleft()
        if isinstance(report, BestMove | PerftTotal):
            self.searching = False
        return [report]

    def close(self) -> None:
        self.calls.append(("close",))

    @property
    def job(self) -> Job:
        """Job of the last search or perft."""
        jobs: list[Job] = [call[1] for call in self.calls if call[0] in {"search", "perft"}]
        return jobs[-1]
