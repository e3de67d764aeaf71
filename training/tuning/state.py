"""How far a tuning is: what it is about, what was learned, and the course of it. A JSON file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amalthea.engine import variants
from amalthea.protocol.storage import files, schema
from amalthea.protocol.storage.files import replace_file
from amalthea.training import TrainError
from amalthea.training.tuning.numbers import Number, named

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RATE = 0.02  # of a step that a won pair is worth at first; a larger one only follows the noise
RATE_PAIRS = 5000  # after which it has fallen to 0.7 of that
MEAN_OF = 2000  # pairs
MOST_POINTS = 400  # of the course that is kept; more lose every other one


@dataclass(frozen=True, slots=True)
class Settings:
    """What a tuning is about. numbers: their names. games: in turn. nodes: of each search."""

    numbers: tuple[str, ...]
    games: tuple[str, ...]
    nodes: int
    seed: int


@dataclass(slots=True)
class State:
    """pairs: played so far. means: of the values over the last pairs.

    course: (pairs, values, means) now and then.
    """

    settings: Settings
    pairs: int = 0
    values: dict[str, float] = field(default_factory=dict)
    means: dict[str, float] = field(default_factory=dict)
    course: list[tuple[int, dict[str, float], dict[str, float]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number in self.numbers():
            self.values.setdefault(number.name, float(number.value))

    def numbers(self) -> list[Number]:
        """What is tuned. Raises TrainError for what this build cannot tune."""
        return named(self.settings.numbers)

    def learn(self, signs: Mapping[str, int], points: float) -> None:
        """Goes towards the side that won a pair. points: -1 to 1, of the side moved by `signs`."""
        self.pairs += 1
        rate = RATE / (1 + self.pairs / RATE_PAIRS) ** 0.5
        share = max(1 / self.pairs, 1 / MEAN_OF)
        for number in self.numbers():
            name = number.name
            moved = self.values[name] + rate * number.step * signs[name] * points
            self.values[name] = number.within(moved)
            before = self.means.get(name, self.values[name])
            self.means[name] = before + share * (self.values[name] - before)

    def mark(self) -> None:
        """Keeps where it is now for the plot."""
        self.course.append((self.pairs, dict(self.values), dict(self.means)))
        if len(self.course) > MOST_POINTS:
            del self.course[1::2]

    def found(self) -> dict[str, int]:
        """The result so far as whole numbers."""
        return {name: round(value) for name, value in (self.means or self.values).items()}

    def write(self, path: Path) -> None:
        """Write the file. Raises WriteError."""
        replace_file(path, [json.dumps(asdict(self), indent=1).encode()])


def read(path: Path) -> State:
    """Return the state in a file. Raises StorageError, TrainError."""
    return schema.from_json(files.read_bytes(path), State, f"{path}: not a tuning")


def check_games(names: Iterable[str]) -> None:
    """Raises TrainError for one that nobody knows."""
    for name in names:
        if name not in variants.names():
            raise TrainError(f"--games {name}: expected some of {' '.join(variants.names())}")


def check_same(path: Path, known: DataclassInstance, wanted: Mapping[str, Any]) -> None:
    """Whether something goes on as it began. wanted: fields of `known`, None where not asked for.

    Raises TrainError.
    """
    for each in fields(known):
        before, now = getattr(known, each.name), wanted[each.name]
        if now is not None and now != before:
            raise TrainError(
                f"{path}: {each.name} were or was {_shown(before)}, is now {_shown(now)}"
            )


def _shown(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)
