"""The pool of searcher processes: one end for every search, whatever happens to a process."""

import os
import select
import signal
from collections.abc import Iterator

import psutil
import pytest

from engine import variants
from engine.errors import EngineFault
from engine.search.limits import Job, Limits
from engine.search.pool import Pool
from engine.search.reports import BestMove, Fault, PerftLine, PerftTotal, Report


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool()
    yield made
    made.close()
    assert not psutil.Process().children(recursive=True)


def job(variant: str = "chess", **limits: int | bool) -> Job:
    game = variants.get(variant)
    return Job(game, game.start, limits=Limits(**limits))  # type: ignore[arg-type]


def collect(pool: Pool) -> list[Report]:
    """Reports until the search has ended."""
    reports: list[Report] = []
    while pool.searching:
        select.select(pool.filenos(), [], [], pool.timeout())
        reports += pool.poll()
    return reports


def kill_searchers() -> None:
    for child in psutil.Process().children():
        os.kill(child.pid, signal.SIGKILL)


def test_a_search_ends_with_one_best_move(pool: Pool) -> None:
    pool.search(job(depth=5))
    reports = collect(pool)
    assert isinstance(reports[-1], BestMove)
    assert sum(isinstance(report, BestMove) for report in reports) == 1


def test_processes_stay_between_searches(pool: Pool) -> None:
    pool.search(job(depth=2))
    collect(pool)
    before = {child.pid for child in psutil.Process().children()}
    pool.search(job("gast", depth=2))
    collect(pool)
    assert {child.pid for child in psutil.Process().children()} == before


def test_a_second_search_is_refused(pool: Pool) -> None:
    pool.search(job(infinite=True))
    with pytest.raises(EngineFault, match="running"):
        pool.search(job(depth=1))
    pool.stop()
    collect(pool)


def test_infinite_waits_for_stop_even_when_nothing_is_left_to_search(pool: Pool) -> None:
    game = variants.get("chess")
    mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    pool.search(Job(game, mated, limits=Limits(infinite=True)))
    for _ in range(10):
        select.select(pool.filenos(), [], [], 0.05)
        assert not any(isinstance(report, BestMove) for report in pool.poll())
    pool.stop()
    assert collect(pool)[-1] == BestMove(None)


def test_pondering_ends_on_the_clock_after_ponderhit(pool: Pool) -> None:
    pool.search(job(ponder=True, wtime=200, btime=200))
    for _ in range(5):
        select.select(pool.filenos(), [], [], 0.05)
        assert not any(isinstance(report, BestMove) for report in pool.poll())
    pool.ponderhit()
    assert isinstance(collect(pool)[-1], BestMove)


def test_a_killed_searcher_still_gives_a_best_move(pool: Pool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    pool.search(job(infinite=True))
    kill_searchers()
    select.select(pool.filenos(), [], [], 5)
    pool.stop()
    reports = collect(pool)
    assert any(isinstance(report, Fault) for report in reports)
    assert isinstance(reports[-1], BestMove)
    assert reports[-1].move is not None
    pool.search(job(depth=3))
    assert isinstance(collect(pool)[-1], BestMove)


def test_a_stopped_process_does_not_hold_the_move_back(pool: Pool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    for child in psutil.Process().children():
        os.kill(child.pid, signal.SIGSTOP)
    pool.search(job(movetime=100))
    reports = collect(pool)
    assert isinstance(reports[-1], BestMove)
    assert reports[-1].move is not None


def test_an_idle_searcher_that_dies_is_replaced(pool: Pool) -> None:
    pool.search(job(depth=1))
    collect(pool)
    kill_searchers()
    select.select(pool.filenos(), [], [], 5)
    assert any(isinstance(report, Fault) for report in pool.poll())
    pool.search(job(depth=2))
    assert isinstance(collect(pool)[-1], BestMove)


def test_size_and_number_of_processes_can_change(pool: Pool) -> None:
    pool.start()
    pool.resize(4)
    pool.set_threads(2)
    pool.search(job(depth=6))
    assert isinstance(collect(pool)[-1], BestMove)
    assert len(psutil.Process().children()) == 2


def test_a_size_beyond_all_memory_is_an_error() -> None:
    with pytest.raises(EngineFault, match="does not fit"):
        Pool(hash_mib=1 << 40).start()


def test_perft_is_divided_and_can_be_stopped(pool: Pool) -> None:
    pool.perft(job("gast"), 2)
    reports = collect(pool)
    lines = [report for report in reports if isinstance(report, PerftLine)]
    assert sum(line.nodes for line in lines) == 6724
    assert isinstance(reports[-1], PerftTotal)
    pool.perft(job("gast"), 9)
    pool.stop()
    assert isinstance(collect(pool)[-1], PerftTotal)


def test_clearing_makes_a_search_repeatable(pool: Pool) -> None:
    seen = []
    for _ in range(2):
        pool.new_game()
        pool.search(job(nodes=5000))
        seen.append([report for report in collect(pool) if isinstance(report, BestMove)])
    assert seen[0] == seen[1]
