"""Reading a file that somebody has named: whatever the name stands for, it ends soon."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from typing import Any

from amalthea.engine.errors import clip


def opened(path: str) -> int:
    """The descriptor of an ordinary file, to be closed by the caller.

    A pipe or a device might never say anything, or never end. Raises OSError for them, too, and
    ValueError for what cannot be the name of a file.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "not an ordinary file")


def read_bytes(path: str, most: int) -> bytes:
    """The first bytes of an ordinary file, at most so many. Raises what `opened` raises."""
    with open(opened(path), "rb") as file:
        return file.read(most)


def checked_fields(values: Any, kinds: Mapping[str, type]) -> dict[str, Any]:
    """A JSON object that has just these fields, each of its kind. Raises ValueError."""
    if not isinstance(values, dict) or values.keys() != kinds.keys():
        raise ValueError(f"a header without just {', '.join(kinds)}")
    for name, kind in kinds.items():
        if type(values[name]) is not kind:
            raise ValueError(f"header: {name} is {clip(str(values[name]))}")
    return values
