"""Worker processes of this machine: one at a time in each, replaced when they die."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import psutil
import pytest

from amalthea.protocol.match import MatchBroken, MatchError
from amalthea.protocol.match.cluster import ClusterRunner
from amalthea.protocol.match.play import Task
from amalthea.protocol.match.runner import LocalRunner
from matches import children, scripted, task

GUARD_S = 60.0  # only against hanging


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
    murder = threading.Thread(target=kill_a_worker_that_plays)
    murder.start()
    with LocalRunner(2) as runner:
        numbers = [outcome.game.number for outcome in runner.play(tasks(4))]
    murder.join(GUARD_S)
    assert sorted(numbers) == [1, 2, 3, 4]
    assert not workers()


def test_workers_that_die_again_and_again_end_the_match() -> None:
    stop = threading.Event()

    def kill_them_all() -> None:
        while not stop.wait(0.01):
            for worker in playing():
                worker.kill()

    murder = threading.Thread(target=kill_them_all)
    murder.start()
    try:
        with (
            LocalRunner(1) as runner,
            pytest.raises(MatchBroken, match="3 worker processes died in a row"),
        ):
            list(runner.play(tasks(4)))
    finally:
        stop.set()
        murder.join(GUARD_S)


def test_a_game_is_begun_only_when_the_last_one_has_been_dealt_with() -> None:
    begun: list[int] = []

    def counted() -> Iterator[Task]:
        for each in tasks(3, "shuffle"):
            begun.append(each.number)
            yield each

    with LocalRunner(1) as runner:
        for outcome in runner.play(counted()):
            assert begun[-1] == outcome.game.number


def test_what_is_left_when_the_organisers_leave_is_ended() -> None:
    with LocalRunner(2) as runner:
        next(runner.play(tasks(10)))
        assert workers()
    assert not workers()


def test_without_its_package_a_cluster_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MatchError, match=r"pip install 'amalthea\[cluster\]'"):
        ClusterRunner("tcp://127.0.0.1:1", None)
