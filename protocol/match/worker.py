"""Games in a worker process: the engines that it keeps between them, and the listener.

Local workers enter `local_worker`. A worker of a Dask cluster is not told that a match is over, so
it stops its engines when they have been idle for some time.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from amalthea.engine.core.color import Color
from amalthea.protocol.jobs import options
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.match import MatchBroken
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.live.snapshots import SnapshotListener, send_to
from amalthea.protocol.match.play import Conditions, Outcome, Task, play
from amalthea.protocol.match.player import Player

MAX_IDLE = 16  # engines kept in a process: each is two processes and a table
IDLE_S = 30.0  # without the end of a game, after which a cluster's worker stops its engines

_Key = tuple[Entrant, str, str | None]  # an engine, its variant, and the file of variants


class PlayerPool:
    """Pool of engines between their games. Several games may be played at once, in threads.

    Args:
        idle_s: seconds after the end of the last game when idle engines are stopped; None: never.
    """

    def __init__(self, idle_s: float | None = None) -> None:
        self._idle: list[tuple[_Key, Player]] = []  # the longest idle first
        self._idle_s = idle_s
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def take(self, entrant: Entrant, conditions: Conditions) -> Player:
        """Return an engine that is not in use, perhaps not yet started."""
        wanted = (entrant, conditions.variant.name, conditions.variants_file)
        with self._lock:
            for at, (key, _) in enumerate(self._idle):
                if key == wanted:
                    return self._idle.pop(at)[1]
        return Player(*wanted)

    def give_back(self, player: Player, conditions: Conditions) -> None:
        """Keep an engine after its game; stop it if it wants a new process for each."""
        if player.entrant.restart:
            player.close()
        key = (player.entrant, conditions.variant.name, conditions.variants_file)
        with self._lock:
            self._idle.append((key, player))
            spare = self._idle.pop(0)[1] if len(self._idle) > MAX_IDLE else None
            if self._idle_s is not None:
                self._restart_timer(self._idle_s)
        if spare:
            spare.close()

    def close(self) -> None:
        """Stop all idle engines."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, player in idle:
            player.close()

    def _restart_timer(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = threading.Timer(seconds, self.close)
        self._timer.daemon = True
        self._timer.start()


_pool = PlayerPool(IDLE_S)  # of this process, if it is a worker
_listener: SnapshotListener | None = None


@contextmanager
def local_worker(sender: socket.socket | None) -> Iterator[None]:
    """Keep engines until the worker is stopped. sender: the socket for snapshots of the games."""
    global _pool, _listener  # noqa: PLW0603
    _pool = PlayerPool()
    _listener = send_to(sender) if sender else None
    try:
        yield
    finally:
        _pool.close()


def make_executor(
    cluster: str | None, count: int | None, sender: socket.socket | None = None
) -> Executor:
    """Return an executor for `play_task`. Raises ExecutorError.

    Args:
        cluster: the address of a Dask cluster; None: processes of this machine.
        count: games at once; None: on a cluster as many as it can play, else one.
        sender: see `local_worker`.
    """
    return options.make_executor(cluster, count, partial(local_worker, sender))


def play_task(task: Task) -> Outcome:
    """Play a game in this worker. Raises MatchBroken."""
    try:
        return play_with(task, _pool, _listener)
    except Exception as error:
        raise MatchBroken(f"game {task.number}: {error!r}") from error


def play_with(task: Task, pool: PlayerPool, listener: SnapshotListener | None = None) -> Outcome:
    """Play a game with engines of the pool. listener: called after every move."""
    players = {side: pool.take(task.players[side], task.conditions) for side in Color}
    try:
        outcome = play(task, players, listener)
    except BaseException:
        for player in players.values():
            player.kill()
        raise
    for player in players.values():
        player.settle()
        pool.give_back(player, task.conditions)
    return outcome
