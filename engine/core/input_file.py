"""Safe reading of files that a user has named: pipes and devices are refused, sizes are limited."""

from __future__ import annotations

import errno
import os
import stat


def opened(path: str) -> int:
    """Open a regular file for reading; return its descriptor, which the caller closes.

    A pipe or a device could block or never end, so they are refused. Raises OSError for them and
    for files that cannot be opened, and ValueError for a text that cannot be a file's name.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "not a regular file")


def read_start(path: str, most: int) -> bytes:
    """Read at most `most` bytes from the start of a file. Raises the errors of `opened`."""
    with open(opened(path), "rb") as file:
        return file.read(most)


def read_whole(path: str, most: int) -> bytes:
    """Read a file of at most `most` bytes, a whole number of MiB.

    Raises the errors of `opened`, and ValueError for a larger file.
    """
    data = read_start(path, most + 1)
    if len(data) > most:
        raise ValueError(f"more than {most >> 20} MiB")
    return data
