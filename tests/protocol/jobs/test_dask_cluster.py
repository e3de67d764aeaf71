"""Games on a Dask cluster: the same games, also when a worker is killed in the middle of one."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from amalthea.protocol.match.play import Outcome, Task
from amalthea.protocol.match.worker import make_executor, play_task
from helpers.matches import children, scripted, task

GAMES = 8
GUARD_S = 300.0  # only against hanging


@pytest.fixture
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster


def tasks(mode: str) -> list[Task]:
    """Return games between the same two engines, with colours changing."""
    players = scripted(mode), scripted("crash", 3)
    return [
        task(*(players if number % 2 else players[::-1]), number=number)
        for number in range(1, GAMES + 1)
    ]


def results(outcomes: list[Outcome]) -> list[tuple[int, tuple[str, ...], str, str]]:
    games = sorted((outcome.game for outcome in outcomes), key=lambda game: game.number)
    return [(game.number, game.moves, game.result, game.reason) for game in games]


@pytest.mark.thorough
def test_games_are_the_same_wherever_they_are_played(cluster: Any) -> None:
    with make_executor(cluster.scheduler_address, None) as executor:
        far = results(list(executor.unordered(play_task, iter(tasks("shuffle")))))
    with make_executor(None, 2) as executor_here:
        near = results(list(executor_here.unordered(play_task, iter(tasks("shuffle")))))
    assert far == near
    assert [number for number, *_ in far] == list(range(1, GAMES + 1))


def test_games_of_a_worker_that_is_killed_are_played_again(cluster: Any) -> None:
    def kill_when_it_plays() -> None:
        deadline = time.monotonic() + GUARD_S
        while time.monotonic() < deadline:
            for worker in list(cluster.workers.values()):
                if engines := children("scripted_engine", worker.pid):
                    killed.extend(engines)
                    psutil.Process(worker.pid).kill()
                    return
            time.sleep(0.02)

    killed: list[psutil.Process] = []
    killer = threading.Thread(target=kill_when_it_plays)
    killer.start()
    with make_executor(cluster.scheduler_address, None) as executor:
        outcomes = list(executor.unordered(play_task, iter(tasks("slow"))))
    killer.join(GUARD_S)
    assert killed, "no worker was caught playing"
    assert [number for number, *_ in results(outcomes)] == list(range(1, GAMES + 1))
    assert {outcome.game.reason for outcome in outcomes} == {"crash"}
    psutil.wait_procs(killed, GUARD_S)
    assert not any(process.is_running() for process in killed), "its engines were left behind"
