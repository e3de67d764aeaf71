"""Workers that are suspended or lost are replaced; those that only wait are not."""

import os
import signal
import time
from dataclasses import replace

import pytest

from amalthea.engine.search.reports import BestMove, EngineError, Info
from amalthea.engine.search.workers import pipes, worker_process
from amalthea.engine.search.workers import pool as pool_module
from amalthea.engine.search.workers import processors as processors_module
from amalthea.engine.search.workers.pool import WorkerPool
from amalthea.engine.search.workers.worker_process import ProcessState, WorkerProcess
from helpers.search_pool import (
    collect,
    collect_for,
    collect_until,
    found_move,
    job,
    worker_processes,
)

pytestmark = pytest.mark.alone

LOADING_S = 1.0  # of a worker that has a processor for itself


def test_a_suspended_process_does_not_delay_the_move(pool: WorkerPool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    for child in worker_processes():
        os.kill(child.pid, signal.SIGSTOP)
    pool.search(job(movetime=100))
    reports = collect(pool)
    assert isinstance(reports[-1], BestMove)
    assert reports[-1].move is not None


def test_a_late_worker_gets_time_for_a_first_line(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine it may get a processor some milliseconds after the search was stopped."""
    monkeypatch.setattr(pool_module, "_FIRST_LINE_S", 1.0)
    pool.search(job(depth=1))
    collect(pool)
    (child,) = worker_processes()
    os.kill(child.pid, signal.SIGSTOP)
    pool.search(job(infinite=True))
    pool.stop()
    assert collect_for(pool, 0.1) == []
    os.kill(child.pid, signal.SIGCONT)
    reports = collect(pool)
    assert any(isinstance(report, Info) for report in reports)
    assert isinstance(reports[-1], BestMove)


def test_a_late_worker_gets_a_share_of_the_clock_for_a_first_line(pool: WorkerPool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    (child,) = worker_processes()
    os.kill(child.pid, signal.SIGSTOP)
    pool.search(job(wtime=60_000, movestogo=40))
    pool.stop()
    assert collect_for(pool, 0.15) == []
    os.kill(child.pid, signal.SIGCONT)
    assert any(isinstance(report, Info) for report in collect(pool))


def test_a_leader_that_has_answered_and_idles_is_not_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its node count has not changed for long, but its unread answer has arrived."""
    pool.search(job(depth=1))
    collect(pool)
    leader = worker_processes()[0].pid
    pool.search(job(depth=1))
    time.sleep(0.3)
    with monkeypatch.context() as deaf:
        deaf.setattr(pipes.Receiver, "receive", lambda self: [])
        pool.poll()
    time.sleep(1.2)
    assert not any(isinstance(report, EngineError) for report in collect(pool))
    assert worker_processes()[0].pid == leader


def test_a_worker_that_is_still_loading_is_not_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine it gets a processor only after a while."""
    monkeypatch.setattr(WorkerProcess, "state", ProcessState.RUNNING)
    pool.search(job("ganymede", infinite=True))
    (loading,) = worker_processes()
    os.kill(loading.pid, signal.SIGSTOP)
    pool.stop()
    reports = collect_for(pool, 2.5)
    os.kill(loading.pid, signal.SIGCONT)
    reports += collect(pool)
    assert not any(isinstance(report, EngineError) for report in reports)
    assert found_move(reports)
    assert [child.pid for child in worker_processes()] == [loading.pid]


def test_a_worker_that_waits_for_a_processor_at_stop_is_not_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other processes use it, so it runs again only after a while."""
    pool.search(job(infinite=True))
    while not any(isinstance(report, Info) for report in collect_for(pool, 0.05)):
        pass
    monkeypatch.setattr(WorkerProcess, "state", ProcessState.RUNNING)
    (waiting,) = worker_processes()
    os.kill(waiting.pid, signal.SIGSTOP)
    pool.stop()
    reports = collect_for(pool, 1.0)
    assert found_move(reports)
    os.kill(waiting.pid, signal.SIGCONT)
    pool.search(job(depth=3))
    reports += collect(pool)
    assert not any(isinstance(report, EngineError) for report in reports)
    assert [child.pid for child in worker_processes()] == [waiting.pid]


@pytest.mark.parametrize("starved", [True, False])
def test_a_leader_without_new_nodes_hangs_only_after_enough_processor_time(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, starved: bool
) -> None:
    """Either it waits for a processor, or it computes without progress."""
    monkeypatch.setattr(worker_process, "_STUCK_S", 0.3)
    pool.search(job(infinite=True))
    while not any(isinstance(report, Info) for report in collect_for(pool, 0.05)):
        pass
    monkeypatch.setattr(WorkerProcess, "state", ProcessState.RUNNING)
    (leader,) = worker_processes()
    if starved:
        os.kill(leader.pid, signal.SIGSTOP)
        reports = collect_for(pool, 1.5)
        os.kill(leader.pid, signal.SIGCONT)
    else:
        monkeypatch.setattr(WorkerPool, "_nodes_of", lambda _pool, _index: 1)
        reports = collect_until(pool, EngineError)
    assert any(isinstance(report, EngineError) for report in reports) != starved
    pool.stop()
    assert found_move(reports + collect(pool))
    assert ([child.pid for child in worker_processes()] == [leader.pid]) == starved


@pytest.mark.parametrize("works", [True, False])
def test_a_leader_that_was_idle_for_a_moment_goes_on(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    """Processor time between two observations shows that it has not slept."""
    pool.search(job(infinite=True))
    while not any(isinstance(report, Info) for report in collect_for(pool, 0.05)):
        pass
    monkeypatch.setattr(WorkerPool, "_nodes_of", lambda _pool, _index: 1)
    monkeypatch.setattr(WorkerProcess, "state", ProcessState.SLEEPING)
    (leader,) = worker_processes()
    if not works:
        os.kill(leader.pid, signal.SIGSTOP)
        reports = collect_until(pool, EngineError)
    else:
        reports = collect_for(pool, 2.0)
    assert any(isinstance(report, EngineError) for report in reports) != works
    monkeypatch.undo()
    pool.stop()
    assert found_move(reports + collect(pool))


@pytest.mark.parametrize(("processors", "replaced"), [(1, False), (4, True)])
def test_workers_that_share_a_processor_may_load_longer(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, processors: int, replaced: bool
) -> None:
    monkeypatch.setattr(processors_module, "allowed_processors", lambda: processors)
    monkeypatch.setattr(pool_module, "_LOADING_S", LOADING_S)
    monkeypatch.setattr(WorkerProcess, "state", ProcessState.RUNNING)
    pool.set_threads(4)
    pool.start()
    while len(first := worker_processes()) < 4:  # a process is young before it is a worker
        pass
    for child in first:
        os.kill(child.pid, signal.SIGSTOP)
    reports = collect_until(pool, EngineError) if replaced else collect_for(pool, 1.3 * LOADING_S)
    assert (worker_processes() != first) == replaced
    assert any(isinstance(report, EngineError) for report in reports) == replaced


def test_a_suspended_idle_worker_is_replaced_before_the_next_search(pool: WorkerPool) -> None:
    pool.set_threads(2)
    pool.search(job(depth=1))
    collect(pool)
    halted, other = worker_processes()
    os.kill(halted.pid, signal.SIGSTOP)
    pool.prepare(job("gast"))
    reports = []
    while not pool.ready():
        reports += collect_for(pool, 0.05)
    assert [str(report) for report in reports if isinstance(report, EngineError)] == [
        str(EngineError(f"worker 0 (process {halted.pid}) does not answer"))
    ]
    assert worker_processes()[1].pid == other.pid
    pool.search(job("gast", depth=3))
    assert found_move(collect(pool))


def test_a_worker_suspended_while_it_starts_is_replaced(pool: WorkerPool) -> None:
    pool.search(job(depth=3))
    (starting,) = worker_processes()
    os.kill(starting.pid, signal.SIGSTOP)
    reports = collect(pool)
    assert any(isinstance(report, EngineError) for report in reports)
    assert found_move(reports)


def test_orders_to_a_suspended_worker_do_not_block_the_pool(pool: WorkerPool) -> None:
    """A game with so many moves is larger than a pipe's buffer."""
    pool.search(job(depth=1))
    collect(pool)
    (halted,) = worker_processes()
    os.kill(halted.pid, signal.SIGSTOP)
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 5_000
    pool.search(replace(job(movetime=50), moves=moves))
    assert found_move(collect(pool))
    assert any(isinstance(report, EngineError) for report in collect_for(pool, 0.5))
