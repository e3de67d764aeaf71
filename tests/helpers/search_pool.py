"""Helpers for tests of the worker pool: reports and processes."""

import os
import select
import signal
import time

import psutil

from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Job, Limits
from amalthea.engine.search.reports import BestMove, Report
from amalthea.engine.search.workers.pool import WorkerPool
from helpers.matches import children

_WORKER = "amalthea.engine.search.workers.worker"
GUARD_S = 120.0  # only against hanging


def job(variant: str = "chess", **limits: int | bool) -> Job:
    return Job.of(new_game(variant), Limits(**limits))  # type: ignore[arg-type]


def collect(pool: WorkerPool) -> list[Report]:
    """Return the reports until the search has ended."""
    reports: list[Report] = []
    while pool.searching:
        select.select(pool.filenos(), [], [], pool.timeout())
        reports += pool.poll()
    return reports


def collect_for(pool: WorkerPool, seconds: float) -> list[Report]:
    """Return the reports of that many seconds."""
    reports: list[Report] = []
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        due = pool.timeout()
        select.select(pool.filenos(), [], [], left if due is None else min(due, left))
        reports += pool.poll()
    return reports


def collect_until(pool: WorkerPool, kind: type[Report]) -> list[Report]:
    """Return the reports until one of that kind has come."""
    reports: list[Report] = []
    deadline = time.monotonic() + GUARD_S
    while not any(isinstance(report, kind) for report in reports):
        assert time.monotonic() < deadline, reports
        reports += collect_for(pool, 0.02)
    return reports


def found_move(reports: list[Report]) -> str | None:
    """Return the best move, with which the reports must end."""
    last = reports[-1]
    assert isinstance(last, BestMove)
    return last.move


def worker_processes() -> list[psutil.Process]:
    """Return the worker processes of this process by index."""

    def index(child: psutil.Process) -> int:
        words = child.cmdline()
        return int(words[words.index(_WORKER) + 1])

    return sorted(children(_WORKER), key=index)


def worker_ids(engine: int) -> list[int]:
    """Return the process ids of an engine's workers."""
    return [child.pid for child in children(_WORKER, engine)]


def kill_workers() -> None:
    """Kill all workers and wait until the system has ended them."""
    killed = worker_processes()
    for child in killed:
        os.kill(child.pid, signal.SIGKILL)
    while any(child.status() != psutil.STATUS_ZOMBIE for child in killed):
        time.sleep(0.001)
