"""Memory of the workers, anonymous, so that nothing is left behind when processes end.

Linux offers memfd; elsewhere POSIX shared memory is unlinked at once.
"""

from __future__ import annotations

import contextlib
import mmap
import os

from amalthea.engine.errors import WorkerError
from amalthea.engine.search.transposition_table import MIB
from amalthea.engine.system_errors import error_reason


def shared_memory(size: int) -> tuple[int, mmap.mmap]:
    """Allocate zeroed shared memory: return its descriptor and mapping. Raises WorkerError."""
    fd = -1
    try:
        fd = os.memfd_create("amalthea") if hasattr(os, "memfd_create") else _unlinked()
        os.ftruncate(fd, size)
        return fd, mmap.mmap(fd, size)
    except OSError as error:
        if fd >= 0:
            os.close(fd)
        raise WorkerError(
            f"no shared memory of {-(-size // MIB)} MiB: {error_reason(error)}"
        ) from error


def private_memory(size: int) -> mmap.mmap:
    """Allocate zeroed private memory in huge pages. Raises OSError.

    Most systems grant huge pages only to private memory (docs/measurements/memory.md).
    """
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    advise_huge_pages(memory)
    return memory


def advise_huge_pages(memory: mmap.mmap) -> None:
    """Ask the system for huge pages, which it may refuse."""
    with contextlib.suppress(OSError, AttributeError):
        memory.madvise(mmap.MADV_HUGEPAGE)


def _unlinked() -> int:
    """Return the descriptor of POSIX shared memory whose name is already removed."""
    import _posixshmem  # type: ignore[import-not-found]  # of the standard library

    name = f"/amalthea-{os.urandom(8).hex()}"  # macOS allows 31 characters
    fd: int = _posixshmem.shm_open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    _posixshmem.shm_unlink(name)
    return fd


def wipe(memory: mmap.mmap, shared: bool = True) -> None:
    """Clear memory to zero, for all processes that have it mapped."""
    if hasattr(mmap, "MADV_REMOVE"):  # gives the pages back; new ones are zero
        memory.madvise(mmap.MADV_REMOVE if shared else mmap.MADV_DONTNEED)
        return
    zeros = bytes(MIB)
    for start in range(0, len(memory), MIB):
        memory[start : start + MIB] = zeros[: len(memory) - start]
