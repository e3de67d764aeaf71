"""Watching searchers: one that is halted, or stands still for long, is as good as dead.

One that computes is not, though on a busy machine it may take its time.
"""

from __future__ import annotations

import time

from amalthea.engine.search.workers.processors import crowding
from amalthea.engine.search.workers.worker_process import SearcherProcess, State

LOOK_S = 0.05  # between two looks at the leader's count of nodes
_SILENT_S = 0.15  # without a new node, then the system is asked what the leader does
_RESTS_S = 1.0  # without a new node while it sleeps: on a busy machine an order comes late
_STUCK_S = 5.0  # of a processor, without a new node or an answer: then it is lost in a loop
_LOADS_S = 30.0  # for compiling a game, with a processor for each searcher


def loading_s(searchers: int) -> float:
    """Seconds in which each of so many searchers compiles a game, however busy the machine is."""
    return _LOADS_S * crowding(searchers)


def is_lost(process: SearcherProcess, since: float, searchers: int, counts: bool = True) -> bool:
    """Whether a process that is silent since then will not go on, as far as can be seen.

    since: time.monotonic(). searchers: how many there are. counts: whether it may not compute for
    long without a word. One that computes is judged by the time that it had a processor: a healthy
    one may wait for that.
    """
    state = process.state
    if state == State.HALTED:
        return True
    silent = time.monotonic() - since
    if process.loads:
        return silent >= loading_s(searchers)
    if state == State.RESTS:
        return process.rested_since(since) >= _RESTS_S
    return counts and process.worked_since(since) >= _STUCK_S


class LeaderWatch:
    """Looks at a count of nodes again and again, and at what the leader does if it stands still."""

    def __init__(self) -> None:
        self._nodes = -1
        self._moved_at = 0.0

    def forget(self, nodes: int) -> None:
        """There is nothing to watch; the next look is the first one."""
        self._nodes, self._moved_at = nodes, time.monotonic()

    def is_lost(self, leader: SearcherProcess, nodes: int, counts: bool, searchers: int) -> bool:
        """Whether the leader will not go on, as far as can be seen.

        counts: whether it has to count nodes at all while it computes. searchers: how many there
        are.
        """
        if nodes != self._nodes:
            self.forget(nodes)
            return False
        if time.monotonic() - self._moved_at < _SILENT_S:
            return False
        return is_lost(leader, self._moved_at, searchers, counts)
