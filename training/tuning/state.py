"""The state of a tuning: its settings, the values so far, and their history. A JSON file."""

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
from amalthea.training.tuning.parameters import Parameter, parameters_named

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RATE = 0.02  # initial share of a step for a won pair; a larger one only follows the noise
RATE_PAIRS = 5000  # after which the rate has fallen to 0.7 of that
MEAN_OF = 2000  # pairs
MAX_POINTS = 400  # greatest length of the history; then every other point is dropped


@dataclass(frozen=True, slots=True)
class Settings:
    """What is tuned. numbers: names of the parameters. games: in turn. nodes: per search."""

    numbers: tuple[str, ...]
    games: tuple[str, ...]
    nodes: int
    seed: int


@dataclass(slots=True)
class State:
    """The state of a tuning.

    Attributes:
        pairs: played so far.
        means: of the values over the last pairs.
        course: the history, as (pairs, values, means).
    """

    settings: Settings
    pairs: int = 0
    values: dict[str, float] = field(default_factory=dict)
    means: dict[str, float] = field(default_factory=dict)
    course: list[tuple[int, dict[str, float], dict[str, float]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number in self.numbers():
            self.values.setdefault(number.name, float(number.value))

    def numbers(self) -> list[Parameter]:
        """Return the parameters. Raises TrainError if this build cannot tune them."""
        return parameters_named(self.settings.numbers)

    def learn(self, signs: Mapping[str, int], points: float) -> None:
        """Move towards the winner of a pair. points: -1 to 1, of the side moved by `signs`."""
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
        """Add the current values to the history."""
        self.course.append((self.pairs, dict(self.values), dict(self.means)))
        if len(self.course) > MAX_POINTS:
            del self.course[1::2]

    def found(self) -> dict[str, int]:
        """Return the result so far, rounded."""
        return {name: round(value) for name, value in (self.means or self.values).items()}

    def write(self, path: Path) -> None:
        """Write the file. Raises WriteError."""
        replace_file(path, [json.dumps(asdict(self), indent=1).encode()])


def read(path: Path) -> State:
    """Return the state in a file. Raises StorageError, TrainError."""
    return schema.from_json(files.read_bytes(path), State, f"{path}: not a tuning")


def check_games(names: Iterable[str]) -> None:
    """Raise TrainError for unknown games."""
    for name in names:
        if name not in variants.names():
            raise TrainError(f"--games {name}: expected some of {' '.join(variants.names())}")


def check_same(path: Path, known: DataclassInstance, wanted: Mapping[str, Any]) -> None:
    """Raise TrainError if a run would be continued with other settings.

    wanted: fields of `known`, None if not given.
    """
    for each in fields(known):
        before, now = getattr(known, each.name), wanted[each.name]
        if now is not None and now != before:
            raise TrainError(
                f"{path}: {each.name} {_shown(now)}, expected {_shown(before)} as before"
            )


def _shown(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)
