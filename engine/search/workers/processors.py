"""The processors and cores available to workers."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_CORES = Path("/sys/devices/system/cpu")  # of Linux


def allowed_processors() -> int:
    """Return how many processors this process may use, or how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def physical_cores() -> int:
    """Return how many physical cores the machine has, 0 if the system does not say.

    Linux is asked without psutil, which would take a tenth of the engine's start to import.
    """
    with contextlib.suppress(OSError):
        siblings = _CORES.glob("cpu[0-9]*/topology/thread_siblings_list")
        if cores := {path.read_text() for path in siblings}:
            return len(cores)
    from psutil import cpu_count

    return cpu_count(logical=False) or 0


def crowding(processes: int) -> int:
    """Return how many of these processes share a processor, at least 1."""
    return -(-max(1, processes) // allowed_processors())
