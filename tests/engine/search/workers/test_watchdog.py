"""Searchers that are halted or lost are replaced, those that only wait are not."""

import os
import signal
import time
from dataclasses import replace

import pytest

from amalthea.engine.errors import EngineFault
from amalthea.engine.search.reports import BestMove, EngineError, Info
from amalthea.engine.search.workers import processors as processors_module
from amalthea.engine.search.workers import watchdog
from amalthea.engine.search.workers.pool import Pool
from amalthea.engine.search.workers.worker_process import SearcherProcess, State
from helpers.search_pool import collect, collect_for, collect_until, found_move, job, searchers

pytestmark = pytest.mark.alone


def test_a_stopped_process_does_not_hold_the_move_back(pool: Pool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    for child in searchers():
        os.kill(child.pid, signal.SIGSTOP)
    pool.search(job(movetime=100))
    reports = collect(pool)
    assert isinstance(reports[-1], BestMove)
    assert reports[-1].move is not None


def test_a_leader_that_has_answered_and_rests_is_not_taken_for_hanging(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was last seen to count nodes long ago; its answer came since, and has not been read."""
    pool.search(job(depth=1))
    collect(pool)
    leader = searchers()[0].pid
    pool.search(job(depth=1))
    time.sleep(0.3)
    with monkeypatch.context() as deaf:
        deaf.setattr(SearcherProcess, "receive", lambda self: [])
        pool.poll()
    time.sleep(1.2)
    assert not any(isinstance(report, EngineError) for report in collect(pool))
    assert searchers()[0].pid == leader


def test_a_searcher_that_is_still_loading_is_not_taken_for_hanging(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine; here the system lets it run only after a while."""
    monkeypatch.setattr(SearcherProcess, "state", State.COMPUTES)
    pool.search(job("ganymede", infinite=True))
    (loading,) = searchers()
    os.kill(loading.pid, signal.SIGSTOP)
    pool.stop()
    reports = collect_for(pool, 2.5)
    os.kill(loading.pid, signal.SIGCONT)
    reports += collect(pool)
    assert not any(isinstance(report, EngineError) for report in reports)
    assert found_move(reports)
    assert [child.pid for child in searchers()] == [loading.pid]


def test_a_searcher_that_waits_for_a_processor_when_it_is_stopped_is_not_replaced(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others have it; here the system lets it run only after a while."""
    pool.search(job(infinite=True))
    while not any(isinstance(report, Info) for report in collect_for(pool, 0.05)):
        pass
    monkeypatch.setattr(SearcherProcess, "state", State.COMPUTES)
    (waiting,) = searchers()
    os.kill(waiting.pid, signal.SIGSTOP)
    pool.stop()
    reports = collect_for(pool, 1.0)
    assert found_move(reports)
    os.kill(waiting.pid, signal.SIGCONT)
    pool.search(job(depth=3))
    reports += collect(pool)
    assert not any(isinstance(report, EngineError) for report in reports)
    assert [child.pid for child in searchers()] == [waiting.pid]


@pytest.mark.parametrize("starved", [True, False])
def test_a_leader_without_a_new_node_is_judged_by_the_time_that_it_had_a_processor(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, starved: bool
) -> None:
    """It waits for a processor, or computes and comes to nothing."""
    seeing = watchdog.LeaderWatch.is_lost

    def blind(
        looks: watchdog.LeaderWatch,
        leader: SearcherProcess,
        _nodes: int,
        counts: bool,
        searchers: int,
    ) -> bool:
        return seeing(looks, leader, 1, counts, searchers)

    monkeypatch.setattr(watchdog, "_STUCK_S", 0.3)
    pool.search(job(infinite=True))
    while not any(isinstance(report, Info) for report in collect_for(pool, 0.05)):
        pass
    monkeypatch.setattr(SearcherProcess, "state", State.COMPUTES)
    (leader,) = searchers()
    if starved:
        os.kill(leader.pid, signal.SIGSTOP)
        reports = collect_for(pool, 1.5)
        os.kill(leader.pid, signal.SIGCONT)
    else:
        monkeypatch.setattr(watchdog.LeaderWatch, "is_lost", blind)
        reports = collect_until(pool, EngineError)
    assert any(isinstance(report, EngineError) for report in reports) != starved
    pool.stop()
    assert found_move(reports + collect(pool))
    assert ([child.pid for child in searchers()] == [leader.pid]) == starved


@pytest.mark.parametrize("works", [True, False])
def test_a_leader_that_was_only_seen_to_rest_at_the_moment_goes_on(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    """It is looked at now and then; what matters is whether it had a processor in between."""
    seeing = watchdog.LeaderWatch.is_lost

    def blind(
        looks: watchdog.LeaderWatch,
        leader: SearcherProcess,
        _nodes: int,
        counts: bool,
        searchers: int,
    ) -> bool:
        return seeing(looks, leader, 1, counts, searchers)

    pool.search(job(infinite=True))
    while not any(isinstance(report, Info) for report in collect_for(pool, 0.05)):
        pass
    monkeypatch.setattr(watchdog.LeaderWatch, "is_lost", blind)
    monkeypatch.setattr(SearcherProcess, "state", State.RESTS)
    (leader,) = searchers()
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
def test_the_more_searchers_share_a_processor_the_longer_they_may_load(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, processors: int, replaced: bool
) -> None:
    monkeypatch.setattr(processors_module, "allowed_processors", lambda: processors)
    monkeypatch.setattr(watchdog, "_LOADS_S", 0.3)
    monkeypatch.setattr(SearcherProcess, "state", State.COMPUTES)
    pool.set_threads(4)
    pool.start()
    while len(first := searchers()) < 4:  # a process is young before it is a searcher
        pass
    for child in first:
        os.kill(child.pid, signal.SIGSTOP)
    try:
        reports = collect_for(pool, 0.7)
    except EngineFault:
        reports = []
    assert (searchers() != first) == replaced
    assert any(isinstance(report, EngineError) for report in reports) == replaced


def test_an_idle_searcher_that_is_halted_is_replaced_when_it_has_to_prepare(pool: Pool) -> None:
    pool.set_threads(2)
    pool.search(job(depth=1))
    collect(pool)
    halted, other = searchers()
    os.kill(halted.pid, signal.SIGSTOP)
    pool.prepare(job("gast"))
    reports = []
    while not pool.ready():
        reports += collect_for(pool, 0.05)
    assert [str(report) for report in reports if isinstance(report, EngineError)] == [
        str(EngineError(f"searcher 0 (process {halted.pid}) does not answer"))
    ]
    assert searchers()[1].pid == other.pid
    pool.search(job("gast", depth=3))
    assert found_move(collect(pool))


def test_a_searcher_that_is_halted_while_it_starts_is_replaced(pool: Pool) -> None:
    pool.search(job(depth=3))
    (starting,) = searchers()
    os.kill(starting.pid, signal.SIGSTOP)
    reports = collect(pool)
    assert any(isinstance(report, EngineError) for report in reports)
    assert found_move(reports)


def test_orders_that_a_halted_searcher_does_not_take_hold_nobody_up(pool: Pool) -> None:
    """A game of so many moves is more than a pipe holds."""
    pool.search(job(depth=1))
    collect(pool)
    (halted,) = searchers()
    os.kill(halted.pid, signal.SIGSTOP)
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 5_000
    pool.search(replace(job(movetime=50), moves=moves))
    assert found_move(collect(pool))
    assert any(isinstance(report, EngineError) for report in collect_for(pool, 0.5))
