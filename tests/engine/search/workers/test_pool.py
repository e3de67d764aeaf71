"""Worker pool: every search ends exactly once, whatever happens to a process."""

import errno
import mmap
import os
import select
import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from amalthea.engine.engine import Engine
from amalthea.engine.errors import WorkerError
from amalthea.engine.events import Ready
from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Job, Limits
from amalthea.engine.search.reports import BestMove, EngineError, Info, PerftLine, PerftTotal
from amalthea.engine.search.workers import worker_process
from amalthea.engine.search.workers.pool import WorkerPool, fitting
from helpers.search_pool import (
    collect,
    collect_for,
    collect_until,
    found_move,
    job,
    kill_workers,
    worker_processes,
)

GUARD_S = 120.0  # only against hanging
ANSWER_S = 4.0  # a worker that may still answer would be awaited for longer


def test_a_search_ends_with_one_best_move(pool: WorkerPool) -> None:
    pool.search(job(depth=5))
    reports = collect(pool)
    assert isinstance(reports[-1], BestMove)
    assert sum(isinstance(report, BestMove) for report in reports) == 1


def test_worker_processes_stay_between_searches(pool: WorkerPool) -> None:
    pool.search(job(depth=2))
    collect(pool)
    before = {child.pid for child in worker_processes()}
    pool.search(job("gast", depth=2))
    collect(pool)
    assert {child.pid for child in worker_processes()} == before


def test_a_worker_is_replaced_from_the_build_that_plays(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another build may have been installed meanwhile, and the one that plays been removed."""
    build, mark = tmp_path / "build", tmp_path / "mark"
    package = build / "amalthea"
    shutil.copytree(worker_process.BUILD / "amalthea", package, copy_function=os.symlink)
    module = package / "engine" / "search" / "workers" / "worker.py"
    text = module.read_text()
    module.unlink()
    module.write_text(f"{text}\nopen({str(mark)!r}, 'w').close()\n")
    monkeypatch.setattr(worker_process, "BUILD", build)
    for _ in range(2):
        kill_workers()
        pool.search(job(depth=2))
        assert found_move(collect(pool))
    assert mark.exists()
    shutil.rmtree(build)
    kill_workers()
    pool.search(job(depth=2))
    reports = collect(pool)
    gone = f"worker 0 cannot be started: its build {build} has been removed, start the engine again"
    assert EngineError(gone) in reports


def test_a_second_search_is_refused(pool: WorkerPool) -> None:
    pool.search(job(infinite=True))
    with pytest.raises(WorkerError, match="running"):
        pool.search(job(depth=1))
    pool.stop()
    collect(pool)


def test_an_infinite_search_that_is_complete_waits_for_stop(pool: WorkerPool) -> None:
    mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    pool.search(Job.of(new_game("chess", mated), Limits(infinite=True)))
    for _ in range(10):
        select.select(pool.filenos(), [], [], 0.05)
        assert not any(isinstance(report, BestMove) for report in pool.poll())
    pool.stop()
    assert collect(pool)[-1] == BestMove(None)


def test_pondering_ends_on_the_clock_after_ponderhit(pool: WorkerPool) -> None:
    pool.search(job(ponder=True, wtime=200, btime=200))
    for _ in range(5):
        select.select(pool.filenos(), [], [], 0.05)
        assert not any(isinstance(report, BestMove) for report in pool.poll())
    pool.ponderhit()
    assert isinstance(collect(pool)[-1], BestMove)


def test_time_spent_pondering_counts_after_ponderhit(pool: WorkerPool) -> None:
    pool.search(job(ponder=True, wtime=25_000, btime=25_000))  # about a second for the move
    collect_for(pool, 1.2)
    pool.ponderhit()
    assert pool._search is not None
    assert pool._search.stopped_at is not None  # at once: it has no time left
    assert found_move(collect(pool))


@pytest.mark.alone
def test_a_replacement_worker_has_its_tables_ready(pool: WorkerPool) -> None:
    pool.search(job("ganymede", depth=1))
    cold = next(report for report in collect(pool) if isinstance(report, Info))
    kill_workers()
    collect_for(pool, 0.1)
    while not pool.ready():
        collect_for(pool, 0.05)
    pool.search(job("ganymede", depth=1))
    warm = next(report for report in collect(pool) if isinstance(report, Info))
    assert warm.time_ms < cold.time_ms / 2  # compiling takes many times as long


def test_a_killed_worker_still_gives_a_best_move(pool: WorkerPool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    pool.search(job(infinite=True))
    kill_workers()
    select.select(pool.filenos(), [], [], 5)
    pool.stop()
    reports = collect(pool)
    assert isinstance(reports[-1], BestMove)
    assert reports[-1].move is not None
    pool.search(job(depth=3))
    later = collect(pool)
    assert isinstance(later[-1], BestMove)
    # With lines of it unread, the pool may meet the end of the worker only after the best move.
    assert any(isinstance(report, EngineError) for report in [*reports, *later])


@pytest.mark.alone
def test_replacements_that_die_while_they_start_are_replaced(pool: WorkerPool) -> None:
    pool.set_threads(2)
    pool.search(job(depth=1))
    collect(pool)
    pool.search(job(infinite=True))
    first, second = worker_processes()
    first.kill()
    while worker_processes()[0].pid == first.pid:
        collect_for(pool, 0.01)
    for child in worker_processes():
        child.kill()  # the replacement, and the other one
    assert second.wait(GUARD_S) == -signal.SIGKILL
    reports = collect_for(pool, 0.5)
    pool.stop()
    reports += collect(pool)
    assert sum(isinstance(report, EngineError) for report in reports) == 2
    assert found_move(reports)


def test_a_best_move_comes_though_no_worker_starts(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "amalthea.engine.search.workers.worker_process.sys.executable", "/bin/false"
    )
    pool.search(job(movetime=100))
    reports = collect(pool)
    faults = [report.text for report in reports if isinstance(report, EngineError)]
    assert faults[-1] == "the worker processes do not start"
    assert found_move(reports)
    monkeypatch.undo()
    pool.search(job(depth=2))
    assert not [report for report in collect(pool) if isinstance(report, EngineError)]


def test_workers_that_do_not_start_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "amalthea.engine.search.workers.worker_process.sys.executable", "/bin/false"
    )
    events: list[object] = []
    with Engine(events.append) as machine:
        machine.prepare()
        assert machine.wait(within_s=GUARD_S)
    given_up = EngineError("the worker processes do not start")
    assert events.count(given_up) == 1
    assert events[-2:] == [given_up, Ready()]


def test_a_search_that_fails_in_every_process_ends_with_a_move(pool: WorkerPool) -> None:
    failing = replace(job(infinite=True), constants=(("NONE_OF_THEM", 1),))
    pool.search(failing)
    reports = collect_until(pool, EngineError)
    assert [report.text for report in reports if isinstance(report, EngineError)] == [
        "worker 0 failed: ValueError \"'NONE_OF_THEM' is not a tunable search constant\""
    ]
    pool.stop()
    assert found_move(collect(pool))
    pool.prepare(failing)
    pool.search(job(depth=3))
    reports = collect(pool)
    assert found_move(reports)
    assert not any(isinstance(report, EngineError) for report in reports)


def test_a_worker_that_dies_repeatedly_is_not_replaced(pool: WorkerPool) -> None:
    pool.search(job(infinite=True))
    faults = 0
    for _ in range(3):
        collect_until(pool, Info)
        kill_workers()
        reports = collect_until(pool, EngineError)
        faults += sum(isinstance(report, EngineError) for report in reports)
    assert faults == 3
    assert not any(isinstance(report, Info) for report in collect_for(pool, 0.5))
    pool.stop()
    assert found_move(collect(pool))


def test_a_table_that_cannot_be_mapped_is_made_smaller(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = mmap.mmap

    def map_little_memory(fd: int, size: int) -> mmap.mmap:
        if size > 20 << 20:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        return taken(fd, size)

    monkeypatch.setattr("amalthea.engine.search.shared_memory.mmap.mmap", map_little_memory)
    descriptors = len(os.listdir("/proc/self/fd"))
    pool.resize(64)
    pool.search(job(depth=2))
    assert pool.hash_mib == 16
    reports = collect(pool)
    assert EngineError("no memory for a table of 64 MiB, taking 16") in reports
    assert found_move(reports)
    pool.close()
    assert len(os.listdir("/proc/self/fd")) == descriptors


def test_an_idle_worker_that_dies_is_replaced(pool: WorkerPool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    kill_workers()
    select.select(pool.filenos(), [], [], 5)
    assert any(isinstance(report, EngineError) for report in pool.poll())
    pool.search(job(depth=2))
    assert isinstance(collect(pool)[-1], BestMove)


def test_hash_size_and_number_of_workers_can_change(pool: WorkerPool) -> None:
    pool.start()
    pool.resize(4)
    pool.set_threads(2)
    pool.search(job(depth=6))
    assert isinstance(collect(pool)[-1], BestMove)
    assert len(worker_processes()) == 2


def test_a_hash_size_beyond_memory_becomes_the_largest_that_fits(pool: WorkerPool) -> None:
    asked = 1 << 25
    assert 256 <= fitting(asked) < asked
    assert fitting(asked) <= psutil.virtual_memory().total >> 20
    assert WorkerPool(hash_mib=asked).hash_mib < asked
    assert fitting(64) == 64


class TestTwoWorkers:
    @pytest.fixture
    def pair(self) -> Iterator[WorkerPool]:
        made = WorkerPool(threads=2)
        made.start()
        while not made.ready():
            collect_for(made, 0.05)
        yield made
        made.close()
        assert not worker_processes()

    def test_both_workers_search(self, pair: WorkerPool) -> None:
        before = [sum(child.cpu_times()[:2]) for child in worker_processes()]
        assert len(before) == 2
        pair.search(job("gast", infinite=True))
        reports = []
        idle = before
        deadline = time.monotonic() + GUARD_S
        while idle:  # until each had a processor for a while
            assert time.monotonic() < deadline
            reports += collect_for(pair, 0.05)
            after = [sum(child.cpu_times()[:2]) for child in worker_processes()]
            idle = [now for then, now in zip(before, after, strict=True) if now - then <= 0.1]
        pair.stop()
        reports += collect(pair)
        last = [report for report in reports if isinstance(report, Info)][-1]
        assert last.nodes > 0

    @pytest.mark.parametrize("index", [0, 1])
    def test_a_worker_that_dies_is_replaced_and_the_search_goes_on(
        self, pair: WorkerPool, index: int
    ) -> None:
        pair.search(job(infinite=True))
        collect_for(pair, 0.1)
        os.kill(worker_processes()[index].pid, signal.SIGKILL)
        reports = collect_until(pair, EngineError)
        reports += collect_until(pair, Info)  # the leader or its successor goes on
        reports += collect_for(pair, 0.3)
        assert sum(isinstance(report, EngineError) for report in reports) == 1
        assert not any(isinstance(report, BestMove) for report in reports)
        assert len(worker_processes()) == 2
        pair.stop()
        assert found_move(collect(pair))

    def test_all_workers_that_die_are_replaced_and_a_move_comes(self, pair: WorkerPool) -> None:
        pair.search(job(wtime=60_000, btime=60_000))
        collect_for(pair, 0.05)
        kill_workers()
        reports = collect(pair)
        assert found_move(reports)
        assert sum(isinstance(report, EngineError) for report in reports) == 2

    @pytest.mark.alone
    @pytest.mark.parametrize("index", [0, 1])
    def test_a_suspended_worker_does_not_delay_the_move(self, pair: WorkerPool, index: int) -> None:
        stopped = worker_processes()[index]
        pair.search(job(movetime=300))
        collect_for(pair, 0.1)
        os.kill(stopped.pid, signal.SIGSTOP)
        began = time.monotonic()
        reports = collect(pair)
        assert found_move(reports)
        assert time.monotonic() - began < ANSWER_S
        reports += collect_for(pair, 0.4)
        faults = [report.text for report in reports if isinstance(report, EngineError)]
        assert len(faults) == 1
        assert f"process {stopped.pid})" in faults[0]
        assert stopped.pid not in [child.pid for child in worker_processes()]
        pair.search(job(depth=3))
        assert found_move(collect(pair))

    @pytest.mark.alone
    @pytest.mark.parametrize("limits", [{"depth": 9}, {"infinite": True}])
    def test_a_suspended_leader_is_replaced_at_once(
        self, pair: WorkerPool, limits: dict[str, int | bool]
    ) -> None:
        pair.search(job("gast", **limits))
        leader = worker_processes()[0]
        os.kill(leader.pid, signal.SIGSTOP)
        began = time.monotonic()
        collect_until(pair, EngineError)
        assert time.monotonic() - began < ANSWER_S
        assert not leader.is_running()
        events = collect_for(pair, 0.3)
        pair.stop()
        assert found_move(events + collect(pair) if pair.searching else events)

    def test_multipv_searchmoves_nodes_and_mate_hold_with_two_workers(
        self, pair: WorkerPool
    ) -> None:
        pair.search(replace(job("gast", depth=3), multipv=3))
        lines = [report for report in collect(pair) if isinstance(report, Info)][-3:]
        assert [line.multipv for line in lines] == [1, 2, 3]
        assert len({line.pv[0] for line in lines}) == 3
        only = Limits(searchmoves=("a2a3",), depth=6)
        pair.search(Job.of(new_game(), only))
        assert found_move(collect(pair)) == "a2a3"
        pair.search(job(nodes=20_000))
        nodes = [report.nodes for report in collect(pair) if isinstance(report, Info)][-1]
        assert nodes <= 30_000
        mate = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
        pair.search(Job.of(new_game("chess", mate), Limits(mate=3)))
        reports = collect(pair)
        assert found_move(reports) == "f6a6"

    def test_a_change_of_threads_keeps_the_remaining_workers(self, pair: WorkerPool) -> None:
        two = [child.pid for child in worker_processes()]
        pair.set_threads(3)
        assert [child.pid for child in worker_processes()][:2] == two
        pair.set_threads(2)
        assert [child.pid for child in worker_processes()] == two
        pair.search(job(depth=4))
        assert found_move(collect(pair))

    def test_the_first_worker_stays_when_it_becomes_the_only_one(self, pair: WorkerPool) -> None:
        first = worker_processes()[0].pid
        for threads in (1, 2, 1):
            pair.set_threads(threads)
            pair.search(job(depth=4))
            assert found_move(collect(pair))
            workers = [child.pid for child in worker_processes()]
            assert workers[0] == first
            assert len(workers) == threads  # by their commands, which run now


def test_perft_is_divided_by_move_and_can_be_stopped(pool: WorkerPool) -> None:
    pool.perft(job("gast"), 2)
    reports = collect(pool)
    lines = [report for report in reports if isinstance(report, PerftLine)]
    assert sum(line.nodes for line in lines) == 6724
    assert isinstance(reports[-1], PerftTotal)
    pool.perft(job("gast"), 9)
    pool.stop()
    assert isinstance(collect(pool)[-1], PerftTotal)


def test_clearing_makes_a_search_repeatable(pool: WorkerPool) -> None:
    seen = []
    for _ in range(2):
        pool.clear()
        pool.search(job(nodes=5000))
        seen.append([report for report in collect(pool) if isinstance(report, BestMove)])
    assert seen[0] == seen[1]
