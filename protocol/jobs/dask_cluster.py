"""Tasks on the workers of a Dask cluster, on this machine or others.

Needs the extra `cluster`, here and on the workers. A worker that dies loses nothing: the scheduler
gives its tasks to others.
"""

from __future__ import annotations

import importlib
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.jobs.executor import Executor, ExecutorError, JobsFailed
from amalthea.protocol.tool import install_command

CONNECT_S = 5.0  # longest wait for the scheduler


class ClusterExecutor(Executor):
    """Executor on the cluster of a scheduler.

    Args:
        address: that of the scheduler.
        count: tasks at once; None: as many as its workers have threads, which may change.

    Raises:
        ExecutorError: if the cluster cannot be reached.
    """

    def __init__(self, address: str, count: int | None = None) -> None:
        try:
            self._distributed: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise ExecutorError(
                f"--cluster needs the package distributed: {install_command('cluster')}"
            ) from error
        try:
            check_reachable(address)
            self._client = self._distributed.Client(
                address, timeout=CONNECT_S, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise ExecutorError(f"--cluster {address}: no scheduler answers: {error}") from error
        self._count = count
        self._running: dict[Any, int] = {}
        self._completed: Any = None

    def close(self) -> None:
        self._client.close()

    def _slots(self) -> int:
        """Return the number of slots, at least 1, so that a task can wait for the first worker."""
        return self._count or max(1, sum(self._client.nthreads().values()))

    def _submit(self, number: int, work: Callable[[Any], Any], task: Any) -> None:
        if self._completed is None:
            self._completed = self._distributed.as_completed(loop=self._client.loop)
        future = self._client.submit(work, task, pure=False)
        self._running[future] = number
        self._completed.add(future)

    def _next(self) -> tuple[int, Any]:
        future = next(self._completed)
        number = self._running.pop(future)
        try:
            return number, future.result()
        except AmaltheaError:
            raise
        except Exception as error:
            raise JobsFailed(f"--cluster: a task failed: {error!r}") from error
        finally:
            future.release()

    def _cancel(self) -> None:
        for future in self._running:
            future.cancel()
        self._running.clear()
        self._completed = None


def check_reachable(address: str) -> None:
    """Raise OSError if nothing listens at an address, ValueError for a bad port.

    Dask would wait for long instead. Addresses of other transports than TCP are left to Dask.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port:
        socket.create_connection((parts.hostname, parts.port), CONNECT_S).close()
