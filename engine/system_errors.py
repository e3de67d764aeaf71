"""Reasons of errors in one line; for system errors with the limit that was hit and a remedy."""

from __future__ import annotations

import contextlib
import errno
import os
import pwd
import resource
from collections.abc import Callable

_NO_THREAD = "can't start new thread"  # Python's RuntimeError where the system refuses one
_LOWER_OPTIONS = "lower Hash, Threads or --concurrency"


def error_reason(error: Exception) -> str:
    """Return the reason of an error, in the system's words for errors of the system.

    Where a resource was used up or forbidden, its limit and a remedy follow in brackets.
    """
    number, reason = _number(error), str(error)
    if isinstance(error, OSError) or number:
        reason = getattr(error, "strerror", None) or (os.strerror(number) if number else reason)
    hint = _HINTS.get(number)
    return f"{reason} ({hint()})" if hint else reason


def is_system_error(error: Exception) -> bool:
    """Return True for an error that the system causes, not a mistake of this program."""
    return isinstance(error, OSError) or _number(error) != 0


def _number(error: Exception) -> int:
    """Return the number of an error of the system, 0 for others."""
    if isinstance(error, MemoryError):
        return errno.ENOMEM
    if isinstance(error, RuntimeError) and str(error) == _NO_THREAD:
        return errno.EAGAIN
    return (error.errno or 0) if isinstance(error, OSError) else 0


def _limit(kind: int) -> int | None:
    """Return the limit of this process, None if there is none."""
    soft, _ = resource.getrlimit(kind)
    return None if soft == resource.RLIM_INFINITY else soft


def _memory_hint() -> str:
    parts = []
    with contextlib.suppress(OSError, ValueError, StopIteration):
        with open("/proc/meminfo", encoding="ascii") as file:
            line = next(line for line in file if line.startswith("MemAvailable:"))
        parts.append(f"{int(line.split()[1]) >> 10} MiB are free")
    if (limit := _limit(resource.RLIMIT_AS)) is not None:
        parts.append(f"a process may have {limit >> 20} MiB, see ulimit -v")
    return f"{', '.join(parts) or 'too little is free'}: {_LOWER_OPTIONS}"


def _processes_hint() -> str:
    limit = _limit(resource.RLIMIT_NPROC)
    allowed = "no more are allowed" if limit is None else f"a user may have {limit}, see ulimit -u"
    return f"processes: {allowed}; end some, or lower Threads or --concurrency"


def _open_files_hint() -> str:
    return f"a process may have {_limit(resource.RLIMIT_NOFILE)}: raise that by ulimit -n"


def _file_size_hint() -> str:
    limit = _limit(resource.RLIMIT_FSIZE)
    if limit is None:
        return "the file system has no larger ones: choose another place"
    return f"a file may have {limit} bytes: raise that by ulimit -f"


def _permission_hint() -> str:
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        name = str(os.geteuid())
    return f"user {name} may not: change the permissions or choose another place"


_HINTS: dict[int, Callable[[], str]] = {
    errno.ENOMEM: _memory_hint,
    errno.EAGAIN: _processes_hint,
    errno.EMFILE: _open_files_hint,
    errno.ENFILE: lambda: "the whole system has too many: end some programs",
    errno.ENOSPC: lambda: "make room there, or choose another place",
    errno.EDQUOT: lambda: "your share is used up: delete files, or choose another place",
    errno.EFBIG: _file_size_hint,
    errno.EACCES: _permission_hint,
    errno.EPERM: _permission_hint,
    errno.EROFS: lambda: "choose another place",
}
