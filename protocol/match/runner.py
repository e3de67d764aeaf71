"""Where games are played: in worker processes of this machine, one game at a time in each.

Engines stay alive in their worker between games. Workers, and engines with them, are killed by
the kernel when this process ends, however it ends. A worker that dies is replaced, and its game is
played again from the beginning.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Protocol, Self

from amalthea.protocol.client import die_with_parent
from amalthea.protocol.match import MatchBroken
from amalthea.protocol.match.live.sights import teller
from amalthea.protocol.match.play import Outcome, Stable, Task, play

MOST_DEATHS = 3  # of workers in a row without a game finished between them
STOP_S = 5.0  # given to a worker to end its engines


class Runner(Protocol):
    """Plays tasks. Leave its `with` block to stop whatever still runs."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_exc: object) -> None: ...

    def play(self, tasks: Iterator[Task]) -> Iterator[Outcome]:
        """The outcomes, in the order in which they come.

        A task is taken only when there is a place to play it, after the outcome that made the
        place has been dealt with. Raises MatchBroken.
        """


class LocalRunner:
    """As many games at once as `count` says. telling: where workers tell how games stand."""

    def __init__(self, count: int, telling: socket.socket | None = None) -> None:
        self._count = count
        self._telling = telling
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.join()

    def play(self, tasks: Iterator[Task]) -> Iterator[Outcome]:
        """See Runner."""
        deaths = 0
        while self._employ(tasks):
            ready = wait([worker.pipe for worker in self._workers if worker.task])
            for worker in [worker for worker in self._workers if worker.pipe in ready]:
                try:
                    outcome = worker.outcome()
                except (EOFError, OSError) as error:
                    deaths += 1
                    if deaths >= MOST_DEATHS:
                        raise MatchBroken(f"{deaths} worker processes died in a row") from error
                    self._replace(worker)
                else:
                    deaths = 0
                    yield outcome

    def _employ(self, tasks: Iterator[Task]) -> bool:
        """Gives every idle worker a task, as long as there are some; whether anybody works."""
        while len(self._workers) < self._count and (task := next(tasks, None)):
            self._workers.append(_Worker(self._telling))
            self._workers[-1].give(task)
        for worker in self._workers:
            if not worker.task and (task := next(tasks, None)):
                worker.give(task)
        return any(worker.task for worker in self._workers)

    def _replace(self, worker: _Worker) -> None:
        worker.join()
        task = worker.task
        assert task is not None
        self._workers[self._workers.index(worker)] = replacement = _Worker(self._telling)
        replacement.give(task)


class _Worker:
    """A worker process; task: what it plays."""

    def __init__(self, telling: socket.socket | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.task: Task | None = None
        words = theirs, os.getpid(), telling
        self._process = context.Process(target=_serve, args=words, daemon=True)
        with _no_interrupt():
            self._process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        self.task = task
        with suppress(OSError):  # that it is dead is noticed when its outcome is asked for
            self.pipe.send(task)

    def outcome(self) -> Outcome:
        """Raises EOFError or OSError when the worker is dead, MatchBroken for what it met."""
        told = self.pipe.recv()
        if isinstance(told, BaseException):
            raise MatchBroken(f"game {self.task.number if self.task else '?'}: {told!r}") from told
        assert isinstance(told, Outcome)
        self.task = None
        return told

    def dismiss(self) -> None:
        self._process.terminate()

    def join(self) -> None:
        self.pipe.close()
        self._process.join(STOP_S)
        self._process.kill()
        self._process.join()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """A worker that is being started would answer Ctrl-C with a traceback."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _serve(pipe: Connection, parent: int, telling: socket.socket | None) -> None:
    """The life of a worker: games until the pipe is closed or it is told to end."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, lambda *_: None)  # the main process decides what happens then
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    stable = Stable()
    watch = teller(telling) if telling else None
    try:
        while True:
            try:
                task = pipe.recv()
            except EOFError:
                return
            try:
                pipe.send(play(task, stable, watch))
            except Exception as error:
                pipe.send(error)
    finally:
        stable.close()
