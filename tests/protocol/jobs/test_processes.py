"""Worker processes of this machine: one at a time in each, replaced when they die."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterator

import psutil
import pytest

from amalthea.protocol.jobs.dask_cluster import ClusterExecutor
from amalthea.protocol.jobs.executor import ExecutorError, JobsFailed
from amalthea.protocol.jobs.processes import ProcessExecutor
from amalthea.protocol.match import MatchError
from amalthea.protocol.match.play import Task
from amalthea.protocol.match.worker import make_executor, play_task
from amalthea.protocol.tool import install_command
from helpers.executors import fail, slow_negative
from helpers.matches import children, scripted, task

GUARD_S = 300.0  # only against hanging


def workers() -> list[psutil.Process]:
    return children("spawn_main")


def playing() -> list[psutil.Process]:
    return [worker for worker in workers() if children("scripted_engine", worker.pid)]


def tasks(count: int, mode: str = "slow") -> Iterator[Task]:
    for number in range(1, count + 1):
        yield task(scripted(mode), scripted(), number=number)


def kill_a_worker_that_plays() -> None:
    deadline = time.monotonic() + GUARD_S
    while not (found := playing()) and time.monotonic() < deadline:
        time.sleep(0.01)
    found[0].kill()


def test_the_game_of_a_worker_that_is_killed_is_played_again() -> None:
    killer = threading.Thread(target=kill_a_worker_that_plays)
    killer.start()
    with make_executor(None, 2) as executor:
        numbers = [outcome.game.number for outcome in executor.unordered(play_task, tasks(4))]
    killer.join(GUARD_S)
    assert sorted(numbers) == [1, 2, 3, 4]
    assert not workers()


def test_workers_that_die_again_and_again_end_the_match() -> None:
    stop = threading.Event()

    def kill_them_all() -> None:
        while not stop.wait(0.01):
            for worker in playing():
                worker.kill()

    killer = threading.Thread(target=kill_them_all)
    killer.start()
    try:
        with (
            make_executor(None, 1) as executor,
            pytest.raises(JobsFailed, match="3 worker processes died in a row"),
        ):
            list(executor.unordered(play_task, tasks(4)))
    finally:
        stop.set()
        killer.join(GUARD_S)


def test_a_game_begins_only_after_the_outcome_of_the_last_one_is_used() -> None:
    begun: list[int] = []

    def counted() -> Iterator[Task]:
        for each in tasks(3, "shuffle"):
            begun.append(each.number)
            yield each

    with make_executor(None, 1) as executor:
        for outcome in executor.unordered(play_task, counted()):
            assert begun[-1] == outcome.game.number


def test_workers_end_with_the_executor_although_games_are_left() -> None:
    with make_executor(None, 2) as executor:
        next(executor.unordered(play_task, tasks(10)))
        assert workers()
    assert not workers()


def test_results_keep_the_order_of_the_tasks() -> None:
    with ProcessExecutor(2) as executor:
        assert list(executor.map(slow_negative, iter(range(1, 8)))) == list(range(-1, -8, -1))
        found = list(executor.unordered(slow_negative, iter(range(1, 8))))
        assert sorted(found, reverse=True) == list(range(-1, -8, -1))


def test_results_that_nobody_waits_for_are_not_those_of_the_next_tasks() -> None:
    with ProcessExecutor(2) as executor:
        left = executor.map(slow_negative, iter([5, 1, 1, 1, 1]))
        assert next(left) == -5
        left.close()
        assert list(executor.map(slow_negative, iter([2, 3]))) == [-2, -3]


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [(1, MatchError, "no such opening"), (0, JobsFailed, "ZeroDivisionError")],
)
def test_errors_of_tasks_are_raised_here(value: int, error: type[Exception], message: str) -> None:
    with ProcessExecutor(1) as executor, pytest.raises(error, match=message):
        list(executor.map(fail, iter([value])))


def test_an_executor_without_processes_is_refused() -> None:
    with pytest.raises(ExecutorError, match="--concurrency 0: expected at least 1"):
        ProcessExecutor(0)


def test_without_its_package_a_cluster_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExecutorError, match=re.escape(install_command("cluster"))):
        ClusterExecutor("tcp://127.0.0.1:1")
