"""Names of shared memory: what a program that has ended must not leave behind in the system."""

from __future__ import annotations

import time
from pathlib import Path

_GUARD_S = 120.0  # only against hanging


def shared_names() -> set[str]:
    """Those that are there now, whoever made them."""
    return {path.name for path in Path("/dev/shm").iterdir()}


def no_name_stays(before: set[str]) -> bool:
    """Whether none is left but those of before. Other tests have some for a moment, which go."""
    deadline = time.monotonic() + _GUARD_S
    while not shared_names() <= before and time.monotonic() < deadline:
        time.sleep(0.05)
    return shared_names() <= before
