"""Processes that the system gives less than they ask for."""

from __future__ import annotations

import resource
from collections.abc import Callable


def limits(**values: int) -> Callable[[], None]:
    """Return what limits a process before it starts: `preexec_fn=limits(FSIZE=1000)`."""

    def set_limits() -> None:
        for name, value in values.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))

    return set_limits
