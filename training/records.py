"""Games of the engine with itself, kept for training: JSON lines in a file of gzip member_log.

A line is an object:

    fen      where the game begins
    moves    the moves played, in the dialect, with spaces between
    scores   before each move, centipawns for the side to move, as a search of it saw the position
    strays   by number from 0, the moves that were drawn at random instead of searched
    winner   "w", "b" or null for a draw
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from amalthea.protocol.storage import member_log, schema


@dataclass(frozen=True, slots=True)
class Record:
    """One game. scores: one for each move, centipawns for the side that made it."""

    fen: str
    moves: str
    scores: list[int]
    strays: list[int]
    winner: str | None

    def __post_init__(self) -> None:
        if len(self.moves.split()) != len(self.scores):
            raise ValueError(f"{len(self.scores)} scores, expected one for each move")
        if self.winner not in ("w", "b", None):
            raise ValueError(f"winner {self.winner!r}, expected w, b or null")


def append(path: Path, records: Sequence[Record]) -> None:
    """Add a member. Raises WriteError."""
    member_log.append(path, [json.dumps(asdict(each), separators=(",", ":")) for each in records])


def read(path: Path) -> Iterator[list[Record]]:
    """Yield the games of each whole member. Raises StorageError for damage before the end."""
    for number, lines in enumerate(member_log.read(path), 1):
        where = f"{path}: part {number}: not a game"
        yield [schema.from_json(line, Record, where) for line in lines]
