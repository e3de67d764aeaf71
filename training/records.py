"""Games of the engine with itself, kept for training: a file of gzip members, JSON lines inside.

A member holds some hundred games, one a line, and carries gzip's own checksum; `zcat` shows a file.
A line is an object:

    fen      where the game begins
    moves    the moves played, in the dialect, with spaces between
    scores   before each move, centipawns for the side to move, as a search of it saw the position
    strays   by number from 0, the moves that were drawn at random instead of searched
    winner   "w", "b" or null for a draw

What was written last may be cut short, by a kill or a full disk: it is dropped when writing goes
on.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


class RecordsError(Exception):
    """A file of games that cannot be read; the message is one line that names it."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game. scores: one for each move, centipawns for the side that made it."""

    fen: str
    moves: str
    scores: list[int]
    strays: list[int]
    winner: str | None


def append(path: Path, records: Sequence[Record]) -> None:
    """Adds a member. Raises OSError."""
    text = "".join(json.dumps(asdict(record), separators=(",", ":")) + "\n" for record in records)
    with path.open("ab") as file:
        file.write(gzip.compress(text.encode(), 6, mtime=0))
        file.flush()
        os.fsync(file.fileno())


def read(path: Path) -> Iterator[Record]:
    """Every game of the whole members. Raises RecordsError for damage before the end."""
    for _, text in _members(path):
        for line in io.StringIO(text):
            yield Record(**json.loads(line))


def mend(path: Path) -> int:
    """Cuts off what was not written to its end; how many games are whole.

    Raises RecordsError for other damage.
    """
    if not path.exists():
        return 0
    whole = games = 0
    for end, text in _members(path):
        whole = end
        games += text.count("\n")
    if whole < path.stat().st_size:
        os.truncate(path, whole)
    return games


def _members(path: Path) -> Iterator[tuple[int, str]]:
    """(offset of the end, text) of each whole member."""
    data = path.read_bytes()
    end = 0
    while end < len(data):
        inflate = zlib.decompressobj(wbits=31)
        try:
            text = inflate.decompress(data[end:])
        except zlib.error as error:
            raise RecordsError(f"{path}: damaged at byte {end}: {error}") from error
        if not inflate.eof:
            return
        end = len(data) - len(inflate.unused_data)
        yield end, text.decode()
