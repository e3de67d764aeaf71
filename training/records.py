"""Games of the engine with itself, kept for training: JSON lines in a file of gzip members.

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

from amalthea.training import TrainError, members


@dataclass(frozen=True, slots=True)
class Record:
    """One game. scores: one for each move, centipawns for the side that made it."""

    fen: str
    moves: str
    scores: list[int]
    strays: list[int]
    winner: str | None


def append(path: Path, records: Sequence[Record]) -> None:
    """Adds a member. Raises TrainBroken."""
    members.append(path, [json.dumps(asdict(each), separators=(",", ":")) for each in records])


def read(path: Path) -> Iterator[list[Record]]:
    """The games of each whole member. Raises TrainError for damage before the end."""
    for number, lines in enumerate(members.read(path), 1):
        try:
            yield [_checked(Record(**json.loads(line))) for line in lines]
        except (ValueError, TypeError) as error:
            raise TrainError(f"{path}: part {number} holds no games: {error}") from error


def _checked(record: Record) -> Record:
    """Raises ValueError or TypeError for what is no game."""
    if len(record.moves.split()) != len(record.scores):
        raise ValueError("as many scores as moves were expected")
    if record.winner not in ("w", "b", None):
        raise ValueError(f"winner {record.winner!r}")
    if not all(isinstance(number, int) for number in (*record.scores, *record.strays)):
        raise TypeError("scores and strays are whole numbers")
    return record
