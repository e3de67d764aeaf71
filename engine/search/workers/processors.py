"""Number of processors available to workers."""

from __future__ import annotations

import os


def allowed_processors() -> int:
    """Return how many processors this process may use, or how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def crowding(processes: int) -> int:
    """Return how many of these processes share a processor, at least 1."""
    return -(-max(1, processes) // allowed_processors())
