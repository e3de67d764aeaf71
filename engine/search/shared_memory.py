"""Memory of the searchers, shared or one's own; it has no name, so that nothing is left behind.

Linux has calls of its own for that; elsewhere the means of POSIX do.
"""

from __future__ import annotations

import contextlib
import mmap
import os

from amalthea.engine.errors import EngineFault
from amalthea.engine.search.transposition_table import MIB


def shared_memory(size: int) -> tuple[int, mmap.mmap]:
    """So many zeroed bytes: their descriptor, and mapped. Raises EngineFault."""
    fd = -1
    try:
        fd = os.memfd_create("amalthea") if hasattr(os, "memfd_create") else _unlinked()
        os.ftruncate(fd, size)
        return fd, mmap.mmap(fd, size)
    except OSError as error:
        if fd >= 0:
            os.close(fd)
        raise EngineFault(f"no shared memory of {size // MIB} MiB: {error.strerror}") from error


def own_memory(size: int) -> mmap.mmap:
    """So many zeroed bytes of this process alone, in large pages. Raises OSError.

    Most systems grant large pages only here, and never to shared memory
    (docs/measurements/memory.md).
    """
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    want_large_pages(memory)
    return memory


def want_large_pages(memory: mmap.mmap) -> None:
    """Asks the system for them; it may not grant them."""
    with contextlib.suppress(OSError, AttributeError):
        memory.madvise(mmap.MADV_HUGEPAGE)


def _unlinked() -> int:
    """The descriptor of shared memory whose name is gone again."""
    import _posixshmem  # type: ignore[import-not-found]  # of the standard library

    name = f"/amalthea-{os.urandom(8).hex()}"  # macOS allows 31 characters
    fd: int = _posixshmem.shm_open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    _posixshmem.shm_unlink(name)
    return fd


def wipe(memory: mmap.mmap, shared: bool = True) -> None:
    """All zero again, for every process that has it mapped."""
    if hasattr(mmap, "MADV_REMOVE"):  # gives the pages back; new ones are zero
        memory.madvise(mmap.MADV_REMOVE if shared else mmap.MADV_DONTNEED)
        return
    zeros = bytes(MIB)
    for start in range(0, len(memory), MIB):
        memory[start : start + MIB] = zeros[: len(memory) - start]
