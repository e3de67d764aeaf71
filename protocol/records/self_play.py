"""Games of self-play, kept for training as JSON lines in a file of gzip members.

The state of the training in the same folder says which game they are of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from amalthea.engine.core import schema
from amalthea.engine.core.color import Color
from amalthea.protocol.storage import files, member_log

SUFFIX = ".games.gz"
STATE = "state.json"


@dataclass(frozen=True, slots=True)
class Record:
    """A game.

    Attributes:
        fen: the start position.
        moves: in the engine's notation, separated by spaces.
        scores: the search score before each move, in centipawns for the side to move.
        strays: indices, from 0, of the moves that were random.
        winner: None for a draw.
    """

    fen: str
    moves: str
    scores: list[int]
    strays: list[int]
    winner: Color | None

    def __post_init__(self) -> None:
        if len(self.moves.split()) != len(self.scores):
            raise ValueError(f"{len(self.scores)} scores, expected one for each move")


@dataclass(frozen=True, slots=True)
class _Training:
    """The part of a training's state that is read here."""

    game: str


def game_of(path: Path) -> str:
    """Return the name of the game that a file is of. Raises StorageError."""
    state = path.parent / STATE
    return schema.from_json(files.read_bytes(state), _Training, f"{state}: not a training").game


def append(path: Path, records: Sequence[Record]) -> None:
    """Add a member. Raises WriteError."""
    member_log.append(path, [json.dumps(asdict(each), separators=(",", ":")) for each in records])


def read(path: Path) -> Iterator[list[Record]]:
    """Yield the games of each whole member. Raises StorageError for damage before the end."""
    for number, lines in enumerate(member_log.read(path), 1):
        where = f"{path}: part {number}: not a game"
        yield [schema.from_json(line, Record, where) for line in lines]
