"""Files that grow by gzip members of text lines; `zcat` shows one.

A member is what one task has brought, and carries gzip's own checksum. It is on the disk before
`append` returns. What was written last may be cut short, by a kill or a full disk: `mend` drops it.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from amalthea.engine.errors import reason
from amalthea.training import TrainBroken, TrainError

_LEVEL = 6  # of gzip
_GZIP = 31  # zlib's word for a gzip member of any window
_BLOCK = 1 << 16  # bytes


def append(path: Path, lines: Sequence[str]) -> None:
    """Adds a member, also one without lines. Raises TrainBroken."""
    text = "".join(f"{line}\n" for line in lines)
    try:
        with path.open("ab") as file:
            file.write(gzip.compress(text.encode(), _LEVEL, mtime=0))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise TrainBroken(f"{path}: {reason(error)}") from error


def read(path: Path) -> Iterator[list[str]]:
    """The lines of every whole member. Raises TrainError for damage before the end."""
    for _, text in _members(path):
        yield text.splitlines()


def mend(path: Path) -> int:
    """Cuts off what was not written to its end; how many members are whole, 0 without a file.

    Raises TrainError for other damage.
    """
    if not path.exists():
        return 0
    whole = members = 0
    for end, _ in _members(path):
        whole = end
        members += 1
    if whole < path.stat().st_size:
        os.truncate(path, whole)
    return members


def _members(path: Path) -> Iterator[tuple[int, str]]:
    """(offset of the end, text) of each whole member."""
    try:
        data = memoryview(path.read_bytes())
    except OSError as error:
        raise TrainError(f"{path}: {reason(error)}") from error
    start = 0
    while start < len(data):
        try:
            end, text = _member(data, start)
        except (zlib.error, UnicodeDecodeError) as error:
            raise TrainError(f"{path}: damaged at byte {start}: {error}") from error
        if not end:
            return
        yield end, text
        start = end


def _member(data: memoryview, start: int) -> tuple[int, str]:
    """(offset of the end, text) of the member there; (0, "") when it is cut short."""
    inflate = zlib.decompressobj(wbits=_GZIP)
    parts = []
    at = start
    while not inflate.eof:
        if at >= len(data):
            return 0, ""
        parts.append(inflate.decompress(data[at : at + _BLOCK]))
        at += _BLOCK
    end = min(at, len(data)) - len(inflate.unused_data)
    return end, b"".join(parts).decode()
