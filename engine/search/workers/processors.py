"""How many processors there are for the searchers."""

from __future__ import annotations

import os


def allowed_processors() -> int:
    """How many this process may run on, where the system tells, else how many it has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def crowding(processes: int) -> int:
    """How many of so many processes share a processor, at least 1."""
    return -(-max(1, processes) // allowed_processors())
