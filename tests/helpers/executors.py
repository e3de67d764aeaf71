"""An executor that runs its tasks in this process, and tasks for real executors."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from typing import Any

from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.match import MatchError


class InlineExecutor(Executor):
    """Executor that runs a task when its result is asked for. tasks: those run so far.

    `answer` may be overridden by tests that need no real work.
    """

    def __init__(self) -> None:
        self.tasks: list[Any] = []
        self._given: list[tuple[int, Callable[[Any], Any], Any]] = []

    def answer(self, work: Callable[[Any], Any], task: Any) -> Any:
        return work(task)

    def map(self, work: Callable[[Any], Any], tasks: Iterator[Any]) -> Generator[Any, None, None]:
        return self.unordered(work, tasks)

    def close(self) -> None: ...

    def _slots(self) -> int:
        return 1

    def _submit(self, number: int, work: Callable[[Any], Any], task: Any) -> None:
        self._given.append((number, work, task))

    def _next(self) -> tuple[int, Any]:
        number, work, task = self._given.pop()
        self.tasks.append(task)
        return number, self.answer(work, task)

    def _cancel(self) -> None:
        self._given.clear()


def slow_negative(value: int) -> int:
    time.sleep(0.2 if value == 1 else 0.0)
    return -value


def fail(value: int) -> int:
    raise MatchError("no such opening") if value else ZeroDivisionError(value)
