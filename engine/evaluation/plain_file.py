"""Reading a file that somebody has named: whatever the name stands for, it ends soon."""

from __future__ import annotations

import errno
import os
import stat


def read_bytes(path: str, most: int) -> bytes:
    """The first bytes of an ordinary file, at most so many.

    A pipe or a device might never say anything, or never end. Raises OSError for them, too, and
    ValueError for what cannot be the name of a file.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not an ordinary file")
        return file.read(most)
