"""The build of the engine that runs, and a lock against builds during measurements.

scripts/setup_environment.py makes the tuned build in the background. It is suspended while any
process, a match or a benchmark, holds the lock of this module.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

LOCK = "measuring.lock"
BUILDS = "builds"  # a folder of environments that scripts/setup_environment.py has made


def checkout() -> Path | None:
    """Return the folder of the checkout whose environment runs this, None for an installation."""
    environment = Path(sys.prefix)
    return environment.parent if (environment / BUILDS).is_dir() else None


@contextmanager
def measuring() -> Iterator[None]:
    """Keep the tuned build, which is made in the background, from running meanwhile.

    Does nothing in an installation, or if the lock cannot be opened, as in another user's
    environment.
    """
    with ExitStack() as stack:
        if checkout():
            with suppress(OSError):
                lock = stack.enter_context(Path(sys.prefix, LOCK).open("ab"))
                fcntl.flock(lock, fcntl.LOCK_SH)
        yield


def quick_build_remark() -> str:
    """Return a remark that the quick build plays, "" for other builds and installations.

    AMALTHEA_PROFILE=0 asks for the quick build, so there is no remark then.
    """
    from amalthea.engine.search.constants import build_name

    if build_name() != "quick" or not checkout() or os.environ.get("AMALTHEA_PROFILE") == "0":
        return ""
    return (
        "this is the quick build, about a tenth slower than the tuned one:"
        " scripts/python scripts/setup_environment.py --tuned makes that now"
    )
