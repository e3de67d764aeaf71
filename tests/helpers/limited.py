"""Processes that the system gives less than they ask for."""

from __future__ import annotations

import errno
import os
import resource
import shutil
from collections.abc import Callable, Sequence

import pytest

_FIRST_USER = 1_000_000  # number of a user that no other process has; the first of many
_READS = "dac_read_search"  # Python and the tests may lie where only root may look


def limits(**values: int) -> Callable[[], None]:
    """Return a function that limits a process: `preexec_fn=limits(FSIZE=1000)`."""

    def set_limits() -> None:
        for name, value in values.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))

    return set_limits


def fill_disk_for(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let the disk look full to this process for files whose names contain one of these."""
    sync = os.fsync

    def fail(descriptor: int) -> None:
        path = os.readlink(f"/proc/self/fd/{descriptor}")
        if any(name in os.path.basename(path) for name in names):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fail)


def without_rights(words: Sequence[str]) -> list[str]:
    """Return a command that runs as a user who may read everything and write almost nothing.

    That is the tests' own user, unless it is root: then it is a user of this process alone.
    """
    if os.geteuid() != 0:
        return list(words)
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv, by which root gives up its rights")
    user = _FIRST_USER + os.getpid()
    ids = [f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return ["setpriv", *ids, f"--inh-caps=+{_READS}", f"--ambient-caps=+{_READS}", *words]
