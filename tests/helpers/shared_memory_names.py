"""Names of shared memory, which a program must not leave behind."""

from __future__ import annotations

import time
from pathlib import Path

_OURS = ("amalthea-", "psm_", "sem.mp-")  # a browser that another test opened has others
_GUARD_S = 120.0  # only against hanging


def shared_names() -> set[str]:
    """Return the names that exist now, of this program or of any in Python."""
    names = {path.name for path in Path("/dev/shm").iterdir()}
    return {name for name in names if name.startswith(_OURS)}


def no_name_stays(before: set[str]) -> bool:
    """Return True once no name is left but those of before; other tests have some for a moment."""
    deadline = time.monotonic() + _GUARD_S
    while not shared_names() <= before and time.monotonic() < deadline:
        time.sleep(0.05)
    return shared_names() <= before
