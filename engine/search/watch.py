"""Watching searchers: one that is halted, or stands still for long, is as good as dead.

One that computes is not, though on a busy machine it may take its time.
"""

from __future__ import annotations

import time
from math import inf

from engine.search.process import SearcherProcess, State
from engine.search.processors import crowding

LOOK_S = 0.05  # between two looks at the leader's count of nodes
_SILENT_S = 0.15  # without a new node, then the system is asked what the leader does
_RESTS_S = 1.0  # without a new node while it sleeps: on a busy machine an order comes late
_STUCK_S = 5.0  # without a new node though it computes: then it is lost in a loop
_LOADS_S = 30.0  # for compiling a game, with a processor for each searcher


def loading_s(searchers: int) -> float:
    """Seconds in which each of so many searchers compiles a game, however busy the machine is."""
    return _LOADS_S * crowding(searchers)


def patience_s(process: SearcherProcess, searchers: int, stuck_s: float = _STUCK_S) -> float:
    """Seconds that an answer of a process may be late by, by what it does at this moment.

    `stuck_s` is for one that computes: it may be healthy and wait for a processor.
    """
    state = process.state
    if state == State.HALTED:
        return 0.0
    if process.loads:
        return loading_s(searchers)
    return _RESTS_S if state == State.RESTS else stuck_s


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
        silent = time.monotonic() - self._moved_at
        if silent < _SILENT_S:
            return False
        return silent >= patience_s(leader, searchers, _STUCK_S if counts else inf)
