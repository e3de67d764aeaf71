"""The format of endgame table files. All numbers are little-endian.

    8 bytes     b"AMALTAB" and the version of the format, 1
    4 bytes     length of the header
    header      a JSON object: `variant`, the name of the game; `rules`, the fingerprint of its
                rules (see GameKind.net_rules); `pieces` of both sides; `symmetries`, the factor by
                which they reduce the positions; `nodes`, the number of positions with one side to
                move; `longest`, the most moves to mate
    payload     a byte for each position: `nodes` with White to move, then as many with Black:
                see docs/tablebases.md
    32 bytes    BLAKE2b of all bytes before

The payload is not compressed: workers map it, so all of them share one copy in memory.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import asdict, dataclass
from math import inf

from amalthea.engine.core import schema
from amalthea.engine.core.fingerprint import outdated
from amalthea.engine.core.input_file import opened
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip, one_line

ENDING = ".tablebase"
MAGIC = b"AMALTAB\x01"
_MOST_HEADER = 1 << 16  # bytes
_CHECKSUM = 32
_CHUNK = 1 << 20


class TablebaseError(AmaltheaError):
    """Error in making or reading an endgame table; the message is one line."""


@dataclass(frozen=True, slots=True)
class Header:
    """The header of an endgame table file."""

    variant: str
    rules: str
    pieces: str
    symmetries: int
    nodes: int
    longest: int


@dataclass(frozen=True, slots=True)
class TablebaseFile:
    """A file that has been checked. start: the offset of its payload in bytes."""

    path: str
    header: Header
    start: int


def packed(header: Header, values: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the contents of a file as head, values and checksum, without copying the values."""
    text = json.dumps(asdict(header)).encode()
    head = MAGIC + struct.pack("<I", len(text)) + text
    checksum = hashlib.blake2b(head, digest_size=_CHECKSUM)
    checksum.update(values)
    return head, values, checksum.digest()


class FolderReading:
    """The tables of a folder, read in steps, since there may be many gigabytes to check.

    tables: the valid tables found so far.
    errors: a message for each other file.

    Raises TablebaseError if the folder cannot be read.
    """

    def __init__(self, path: str) -> None:
        try:
            names = sorted(name for name in os.listdir(path) if name.endswith(ENDING))
        except (OSError, ValueError) as error:
            raise TablebaseError(f"{clip(path)}: {error_reason(error)}") from error
        self.tables: list[TablebaseFile] = []
        self.errors: list[str] = []
        self._work = self._read([os.path.join(path, name) for name in names])

    def read_for(self, seconds: float) -> bool:
        """Read for about `seconds`; return True if all files have been read."""
        until = time.monotonic() + seconds
        for _ in self._work:
            if time.monotonic() >= until:
                return False
        return True

    def _read(self, paths: Iterable[str]) -> Iterator[None]:
        for path in paths:
            try:
                self.tables.append((yield from _check_file(path)))
            except TablebaseError as error:
                self.errors.append(str(error))


def read_folder(path: str) -> tuple[list[TablebaseFile], list[str]]:
    """Return the valid tables of a folder, and a message for each other file.

    Raises TablebaseError if the folder cannot be read.
    """
    reading = FolderReading(path)
    reading.read_for(inf)
    return reading.tables, reading.errors


def read(path: str) -> TablebaseFile:
    """Return a file after checking all of it. Raises TablebaseError."""
    steps = _check_file(path)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: TablebaseFile = end.value
            return found


def _check_file(path: str) -> Generator[None, None, TablebaseFile]:
    """Check a file in steps; return it at the end. Raises TablebaseError."""
    try:
        with _map_file(path) as data:
            return (yield from _check_contents(path, data))
    except (OSError, ValueError, struct.error, RecursionError) as error:
        reason = one_line(error_reason(error))
        raise TablebaseError(f"{clip(path)}: not an endgame table: {reason}") from error


def values_of(file: TablebaseFile) -> memoryview:
    """Map a file; return its payload. Raises TablebaseError if the file has changed."""
    size = 2 * file.header.nodes
    try:
        data = _map_file(file.path)
    except (OSError, ValueError) as error:
        raise TablebaseError(f"{clip(file.path)}: {error_reason(error)}") from error
    if len(data) != file.start + size + _CHECKSUM:
        raise TablebaseError(f"{clip(file.path)}: changed since it was checked")
    return memoryview(data)[file.start : file.start + size]


def _map_file(path: str) -> mmap.mmap:
    """Map a file for reading. Raises the errors of `opened`, and ValueError for an empty file."""
    descriptor = opened(path)
    try:
        return mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
    finally:
        os.close(descriptor)


def _check_contents(path: str, data: mmap.mmap) -> Generator[None, None, TablebaseFile]:
    """Check a file in steps, one for each part of the checksum; return it at the end.

    Raises the errors that `_check_file` catches.
    """
    if data[:7] != MAGIC[:7]:
        raise ValueError("bad magic number, expected AMALTAB")
    if data[7:8] != MAGIC[7:]:
        raise ValueError(f"format {data[7:8].hex() or 'missing'}, expected {MAGIC[7:].hex()}")
    checksum = hashlib.blake2b(digest_size=_CHECKSUM)
    end = len(data) - _CHECKSUM
    for at in range(0, max(0, end), _CHUNK):
        checksum.update(data[at : min(end, at + _CHUNK)])
        yield
    if end < 0 or checksum.digest() != data[end:]:
        raise ValueError("the checksum is wrong: damaged or cut short")
    (length,) = struct.unpack("<I", data[len(MAGIC) : len(MAGIC) + 4])
    start = len(MAGIC) + 4 + length
    if length > _MOST_HEADER:
        raise ValueError(f"a header of {length} bytes, expected at most {_MOST_HEADER}")
    header = schema.from_json(data[len(MAGIC) + 4 : start], Header, "header")
    if found := outdated(header.rules, clip(header.variant)):
        raise ValueError(found)
    if end - start != 2 * header.nodes:
        raise ValueError(f"{end - start} values, expected {2 * header.nodes}")
    return TablebaseFile(path, header, start)
