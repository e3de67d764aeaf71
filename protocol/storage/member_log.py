"""Files that grow by gzip members of text lines; `zcat` shows one.

A member is the result of one task, with gzip's own checksum. It is on the disk before `append`
returns. The last one may be incomplete after a kill or on a full disk: `recover` removes it.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from amalthea.engine.errors import StorageError
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.storage import files

_LEVEL = 6  # of gzip
_GZIP_WBITS = 31  # zlib's number for a gzip member of any window
_BLOCK = 1 << 16  # bytes


def append(path: Path, lines: Sequence[str]) -> None:
    """Add a member, also one without lines. Raises WriteError."""
    text = "".join(f"{line}\n" for line in lines)
    try:
        file = path.open("ab")
    except OSError as error:
        raise files.unwritable(path, error_reason(error)) from error
    with file:
        files.append(file, gzip.compress(text.encode(), _LEVEL, mtime=0))


def read(path: Path) -> Iterator[list[str]]:
    """Yield the lines of every whole member. Raises StorageError for damage before the end."""
    for _, text in _members(path):
        yield text.splitlines()


def recover(path: Path) -> int:
    """Remove an incomplete last member; return the number of members, 0 if there is no file.

    Raises StorageError for other damage.
    """
    if not path.exists():
        return 0
    ends = [end for end, _ in _members(path)]
    whole = ends[-1] if ends else 0
    if whole < path.stat().st_size:
        os.truncate(path, whole)
    return len(ends)


def _members(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (offset of the end, text) of each whole member."""
    data = memoryview(files.read_bytes(path))
    start = 0
    while start < len(data):
        try:
            end, text = _member(data, start)
        except (zlib.error, UnicodeDecodeError) as error:
            raise StorageError(f"{path}: damaged at byte {start}: {error}") from error
        if not end:
            return
        yield end, text
        start = end


def _member(data: memoryview, start: int) -> tuple[int, str]:
    """Return (offset of the end, text) of the member at `start`, (0, "") if it is incomplete."""
    inflate = zlib.decompressobj(wbits=_GZIP_WBITS)
    parts = []
    at = start
    while not inflate.eof:
        if at >= len(data):
            return 0, ""
        parts.append(inflate.decompress(data[at : at + _BLOCK]))
        at += _BLOCK
    end = min(at, len(data)) - len(inflate.unused_data)
    return end, b"".join(parts).decode()
