"""Where games are played: on the workers of a Dask cluster, here or on other machines.

Needs the extra `cluster`, here and on the workers, and the engines' commands on the workers. A
worker that dies loses nothing: the scheduler gives its games to others.
"""

from __future__ import annotations

import importlib
import socket
import threading
from collections.abc import Iterator
from typing import Any, Self
from urllib.parse import urlsplit

from amalthea.protocol.match import MatchBroken, MatchError
from amalthea.protocol.match.play import Conditions, Outcome, Stable, Task, play
from amalthea.protocol.match.player import Player

CONNECT_S = 5.0  # longest wait for the scheduler
IDLE_S = 30.0  # without a game, then a worker ends its engines


class ClusterRunner:
    """The cluster behind an address. Raises MatchError when it cannot be reached.

    count: games at once; None: as many as its workers have threads, however many come.
    """

    def __init__(self, address: str, count: int | None) -> None:
        try:
            self._distributed: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise MatchError(
                "--cluster needs the package distributed: pip install 'amalthea[cluster]'"
            ) from error
        try:
            knock(address)
            self._client = self._distributed.Client(
                address, timeout=CONNECT_S, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise MatchError(f"--cluster {address}: no scheduler answers: {error}") from error
        self._count = count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._client.close()

    def play(self, tasks: Iterator[Task]) -> Iterator[Outcome]:
        """See runner.Runner."""
        running = self._distributed.as_completed(loop=self._client.loop)
        pending = 0
        while True:
            while pending < self._room() and (task := next(tasks, None)):
                running.add(self._client.submit(play_here, task, pure=False))
                pending += 1
            if not pending:
                return
            future = next(running)
            pending -= 1
            yield self._outcome(future)

    def _room(self) -> int:
        """How many games may be played at once; one waits where there is no worker yet."""
        return self._count or max(1, sum(self._client.nthreads().values()))

    @staticmethod
    def _outcome(future: Any) -> Outcome:
        try:
            outcome = future.result()
        except Exception as error:
            raise MatchBroken(f"--cluster: a game failed: {error!r}") from error
        finally:
            future.release()
        assert isinstance(outcome, Outcome)
        return outcome


def knock(address: str) -> None:
    """Raises OSError where nobody listens, which Dask would wait for, and ValueError for no port.

    Of an address that is not one of TCP, Dask says by itself what is wrong.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port:
        socket.create_connection((parts.hostname, parts.port), CONNECT_S).close()


class _WorkersStable(Stable):
    """Ends its engines when no game has ended for some time: nobody tells that a match is over."""

    def __init__(self) -> None:
        super().__init__()
        self._timer: threading.Timer | None = None

    def give_back(self, player: Player, conditions: Conditions) -> None:
        super().give_back(player, conditions)
        with self._lock:
            if self._timer:
                self._timer.cancel()
            self._timer = threading.Timer(IDLE_S, self.close)
            self._timer.daemon = True
            self._timer.start()


_stable = _WorkersStable()  # of this process, when it is a worker


def play_here(task: Task) -> Outcome:
    """Plays a game in this worker."""
    return play(task, _stable)
