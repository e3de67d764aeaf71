"""The interface of executors, and the loop that hands out tasks and collects results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from typing import Any, Self, TypeVar

from amalthea.engine.errors import AmaltheaError

AHEAD = 2  # tasks handed out for each slot where results keep their order: one runs, one waits

Context = Callable[[], AbstractContextManager[object]]
Task = TypeVar("Task")
Result = TypeVar("Result")


class ExecutorError(AmaltheaError):
    """Error for a requested executor that cannot be used."""


class JobsFailed(AmaltheaError):
    """Error that ends all jobs: workers died repeatedly, or one of them raised an unknown error."""


class Executor(ABC):
    """Base of executors, which run tasks in other processes. Leave the `with` block to stop them.

    `work` must be a function of a module, and tasks and results must be picklable. An AmaltheaError
    of `work` is raised in this process; any other error becomes JobsFailed.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def map(
        self, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Generator[Result, None, None]:
        """Yield the results in the order of the tasks, however many workers there are.

        Tasks are taken from the iterator as slots become free.
        """
        return self._run(work, tasks, AHEAD, ordered=True)

    def unordered(
        self, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Generator[Result, None, None]:
        """Yield each result as soon as it is there.

        A task is taken only when there is a free slot for it, and after the caller has dealt with
        the result that freed the slot.
        """
        return self._run(work, tasks, 1, ordered=False)

    def _run(
        self, work: Callable[[Any], Any], tasks: Iterator[Any], ahead: int, ordered: bool
    ) -> Generator[Any, None, None]:
        """Yield the results. ahead: tasks handed out for each slot."""
        done: dict[int, Any] = {}  # results that are not yielded yet, by number of the task
        given = taken = 0  # tasks handed out, results yielded
        try:
            while True:
                while (
                    given - taken < ahead * self._slots()
                    and (task := next(tasks, None)) is not None
                ):
                    self._submit(given, work, task)
                    given += 1
                if given == taken:
                    return
                while not done or (ordered and taken not in done):
                    number, result = self._next()
                    done[number] = result
                yield done.pop(taken if ordered else number)
                taken += 1
        finally:
            self._cancel()

    @abstractmethod
    def close(self) -> None:
        """Stop all workers, also busy ones."""

    @abstractmethod
    def _slots(self) -> int:
        """Return how many tasks can run at once."""

    @abstractmethod
    def _submit(self, number: int, work: Callable[[Any], Any], task: Any) -> None:
        """Hand out a task."""

    @abstractmethod
    def _next(self) -> tuple[int, Any]:
        """Wait for a result; return it with the number of its task."""

    @abstractmethod
    def _cancel(self) -> None:
        """Drop all tasks whose results are not needed any more."""
