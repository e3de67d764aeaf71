"""Tasks in worker processes of this machine, one at a time in each.

Workers are killed by the kernel when this process ends, however it ends. A worker that dies is
replaced, and its task is done again from the beginning.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Callable
from contextlib import nullcontext, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.signals import sigint_blocked
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.jobs.executor import Context, Executor, ExecutorError, JobsFailed
from amalthea.protocol.uci_client.process import die_with_parent

MAX_DEATHS = 3  # of workers in a row, without a result between them
STOP_S = 5.0  # seconds that a worker has to leave its context

Job = tuple[int, Callable[[Any], Any], Any]  # number, work, task


class ProcessExecutor(Executor):
    """Worker processes that are started on demand and stay until the executor is closed.

    Args:
        count: processes at most.
        folder: where workers put temporary files; emptied at the beginning and removed at the end,
            because killed processes do not clean up. None: the directory of the system.
        context: entered by each worker before its first task and left when it is stopped. Workers
            without one are killed at once.

    Raises:
        ExecutorError: if the folder cannot be made, or `count` is below 1.
    """

    def __init__(
        self, count: int, folder: Path | None = None, context: Context | None = None
    ) -> None:
        if count < 1:
            raise ExecutorError(f"--concurrency {count}: expected at least 1")
        self._count = count
        self._folder = folder
        self._context = context
        self._workers: list[_Worker] = []
        self._queue: deque[Job] = deque()
        self._deaths = 0
        if folder is not None:
            try:
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(exist_ok=True)
            except OSError as error:
                raise ExecutorError(f"{folder}: {error_reason(error)}") from error

    def close(self) -> None:
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.process.terminate() if self._context else worker.process.kill()
        for worker in workers:
            worker.join()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _slots(self) -> int:
        return self._count

    def _submit(self, number: int, work: Callable[[Any], Any], task: Any) -> None:
        self._queue.append((number, work, task))
        self._feed()

    def _next(self) -> tuple[int, Any]:
        while True:
            ready = wait([worker.pipe for worker in self._workers if worker.busy])
            worker = next(worker for worker in self._workers if worker.pipe in ready)
            try:
                job, succeeded, result = worker.receive()
            except (EOFError, OSError) as error:
                self._replace(worker, error)
                continue
            self._deaths = 0
            self._feed()
            if job is None:  # it was cancelled
                continue
            if succeeded:
                return job[0], result
            if isinstance(result, AmaltheaError):
                raise result
            raise JobsFailed(f"a worker process failed: {result!r}") from result

    def _cancel(self) -> None:
        """Drop all queued tasks; running ones go on, but their results are discarded."""
        self._queue.clear()
        for worker in self._workers:
            worker.job = None

    def _feed(self) -> None:
        """Give queued tasks to idle workers, and to new ones where there may be more."""
        idle = [worker for worker in self._workers if not worker.busy]
        while self._queue and (idle or len(self._workers) < self._count):
            if not idle:
                idle.append(_Worker(self._folder, self._context))
                self._workers += idle
            idle.pop().give(self._queue.popleft())

    def _replace(self, worker: _Worker, error: Exception) -> None:
        worker.join()
        self._workers.remove(worker)
        self._deaths += 1
        if self._deaths >= MAX_DEATHS:
            raise JobsFailed(f"{self._deaths} worker processes died in a row") from error
        if worker.job:
            self._queue.appendleft(worker.job)
        self._feed()


class _Worker:
    """A worker process. busy: it has a task; job: which one, None if its result is not wanted."""

    def __init__(self, folder: Path | None, context: Context | None) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.pipe, theirs = spawn.Pipe()
        self.job: Job | None = None
        self.busy = False
        arguments = theirs, os.getpid(), folder, context
        self.process = spawn.Process(target=_serve, args=arguments, daemon=True)
        try:
            start(self.process)
        except OSError as error:
            self.pipe.close()
            raise JobsFailed(f"a process cannot be started: {error_reason(error)}") from error
        finally:
            theirs.close()

    def give(self, job: Job) -> None:
        self.job = job
        self.busy = True
        with suppress(OSError):  # a dead worker is noticed when its result is received
            self.pipe.send(job[1:])

    def receive(self) -> tuple[Job | None, bool, Any]:
        """Return (job, whether it succeeded, result or error).

        Raises EOFError or OSError if the worker is dead.
        """
        succeeded, result = self.pipe.recv()
        self.busy = False
        return self.job, succeeded, result

    def join(self) -> None:
        self.pipe.close()
        self.process.join(STOP_S)
        self.process.kill()
        self.process.join()


def start(process: BaseProcess) -> None:
    """Start a process with SIGINT blocked, which it unblocks when it has a handler."""
    resource_tracker.ensure_running()  # which unblocks SIGINT when it starts
    with sigint_blocked():
        process.start()


def _serve(pipe: Connection, parent: int, folder: Path | None, context: Context | None) -> None:
    """Do tasks, as the main function of a worker, until the pipe is closed or SIGTERM comes."""
    die_with_parent(parent)
    # Ctrl-C is for the main process to handle. SIG_IGN would be inherited by engines.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    if folder is not None:
        tempfile.tempdir = str(folder)
    with (context or nullcontext)():
        while True:
            try:
                work, task = pipe.recv()
            except EOFError:
                return
            try:
                reply = True, work(task)
            except Exception as error:
                reply = False, error
            pipe.send(reply)
