"""Who does the tasks of a stage: processes of this machine, or the workers of a Dask cluster.

Results come in the order of the tasks, so that a file of them is the same however many work.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from amalthea.engine.errors import AmaltheaError, reason
from amalthea.protocol.client import die_with_parent
from amalthea.protocol.match.cluster import CONNECT_S, knock
from amalthea.training import TrainBroken, TrainError

AHEAD = 2  # tasks for each worker that are given out: one at work, one waiting

Task = TypeVar("Task")
Result = TypeVar("Result")


class Crew(Protocol):
    """Does tasks. Leave its `with` block to stop whatever is still at work."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_exc: object) -> None: ...

    def map(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Iterator[Result]:
        """The results in the order of the tasks; tasks are taken as there is somebody to do them.

        Raises TrainBroken.
        """


class LocalCrew:
    """Processes of this machine, which end with this one however it ends.

    Their temporary files are in a folder that goes with them: killed, they tidy nothing.
    """

    def __init__(self, count: int, folder: Path | None = None) -> None:
        """folder: begun anew, so that nothing stays of a crew that was killed with its master.

        None: one of the system's. Raises TrainError when it cannot be made, or for no processes.
        """
        if count < 1:
            raise TrainError(f"--concurrency {count}: expected at least 1")
        self._count = count
        self._folder = tempfile.mkdtemp(prefix="amalthea-") if folder is None else _anew(folder)
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(
            count, context, initializer=_begin, initargs=(os.getpid(), self._folder)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        for worker in list((self._pool._processes or {}).values()):  # see kill_workers of 3.14
            worker.kill()
        # Waits for the thread that sees them die: Python's end would stumble over it.
        self._pool.shutdown(wait=True, cancel_futures=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def map(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Iterator[Result]:
        """See Crew."""
        try:
            yield from _in_order(lambda task: self._pool.submit(work, task), tasks, self._room)
        except BrokenProcessPool as error:
            raise TrainBroken("a worker process died") from error

    def _room(self) -> int:
        return AHEAD * self._count


class ClusterCrew:
    """The cluster behind an address. Raises TrainError when it cannot be reached.

    A worker that dies loses nothing: the scheduler gives its tasks to others.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise TrainError(
                "--scheduler needs the package distributed: pip install 'amalthea[cluster]'"
            ) from error
        try:
            knock(address)
            self._client = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise TrainError(f"--scheduler {address}: no scheduler answers: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._client.close()

    def map(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Iterator[Result]:
        """See Crew."""
        try:
            yield from _in_order(
                lambda task: self._client.submit(work, task, pure=False), tasks, self._room
            )
        except AmaltheaError:
            raise
        except Exception as error:
            raise TrainBroken(f"--scheduler: a task failed: {error!r}") from error

    def _room(self) -> int:
        """As many as its workers do at once, however many come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return AHEAD * max(1, sum(threads.values()))


def _in_order(
    submit: Callable[[Task], Any], tasks: Iterator[Task], room: Callable[[], int]
) -> Iterator[Any]:
    given: deque[Any] = deque()
    try:
        while True:
            while len(given) < room() and (task := next(tasks, None)) is not None:
                given.append(submit(task))
            if not given:
                return
            yield given.popleft().result()
    finally:
        for future in given:
            future.cancel()


def _anew(folder: Path) -> str:
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise TrainError(f"{folder}: {reason(error)}") from error
    return str(folder)


def _begin(parent: int, folder: str) -> None:
    """The beginning of a worker's life: it leaves Ctrl-C to the main process and dies with it."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tempfile.tempdir = folder
