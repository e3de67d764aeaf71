"""The state of a tuning: its settings, the values so far, and their history. A JSON file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from amalthea.engine import variants
from amalthea.engine.core import schema
from amalthea.protocol.storage import files
from amalthea.protocol.storage.files import replace_file
from amalthea.training import TrainError
from amalthea.training.tuning.parameters import STEPS, Parameter, parameters_by_name

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class StateOfRun(Protocol):
    """A state that is saved together with the settings of its run."""

    settings: Any  # a dataclass


AnyState = TypeVar("AnyState", bound=StateOfRun)

GAMES = ("chess", "gast", "ganymede", "chess", "gast14", "gochess", "gast")  # in turn
NODES = 1000
RATE = 0.02  # initial share of a step for a won pair; a larger one only follows the noise
RATE_PAIRS = 5000  # after which the rate has fallen to 0.7 of that
MEAN_PAIRS = 2000  # number of last pairs in a mean
MAX_POINTS = 400  # greatest length of the history; then every other point is dropped


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a tuning. numbers: names of the parameters. games: in turn. nodes: per search."""

    numbers: tuple[str, ...] = tuple(STEPS)
    games: tuple[str, ...] = GAMES
    nodes: int = NODES
    seed: int = 1


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
        for each in self.parameters():
            self.values.setdefault(each.name, float(each.value))

    def parameters(self) -> list[Parameter]:
        """Return the parameters. Raises TrainError if this build cannot tune them."""
        return parameters_by_name(self.settings.numbers)

    def learn(self, signs: Mapping[str, int], points: float) -> None:
        """Move towards the winner of a pair. points: -1 to 1, of the side moved by `signs`."""
        self.pairs += 1
        rate = RATE / (1 + self.pairs / RATE_PAIRS) ** 0.5
        share = max(1 / self.pairs, 1 / MEAN_PAIRS)
        for each in self.parameters():
            name = each.name
            moved = self.values[name] + rate * each.step * signs[name] * points
            self.values[name] = each.clamped(moved)
            before = self.means.get(name, self.values[name])
            self.means[name] = before + share * (self.values[name] - before)

    def record_values(self) -> None:
        """Add the current values to the history."""
        self.course.append((self.pairs, dict(self.values), dict(self.means)))
        if len(self.course) > MAX_POINTS:
            del self.course[1::2]

    def result(self) -> dict[str, int]:
        """Return the result so far, rounded."""
        return {name: round(value) for name, value in (self.means or self.values).items()}

    def write(self, path: Path) -> None:
        """Write the file. Raises WriteError."""
        replace_file(path, [json.dumps(asdict(self), indent=1).encode()])


def read(path: Path) -> State:
    """Return the state in a file. Raises StorageError, TrainError."""
    return schema.from_json(files.read_bytes(path), State, f"{path}: not a tuning")


def open_state(
    path: Path,
    given: Mapping[str, Any],
    read: Callable[[Path], AnyState],
    new: Callable[[Mapping[str, Any]], AnyState],
) -> AnyState:
    """Return the saved state of a run, or a new one if the file does not exist.

    Args:
        path: the file.
        given: settings by name, None if not given.
        read: reads the file.
        new: makes a new state of the settings that are given.

    Raises:
        TrainError: for an unknown game, or settings that differ from the saved ones.
        StorageError: if the file cannot be read.

    """
    for game in given["games"] or ():
        if game not in variants.names():
            raise TrainError(f"--games {game}: expected some of {' '.join(variants.names())}")
    if path.exists():
        state = read(path)
        check_same(path, state.settings, given)
        return state
    return new({name: value for name, value in given.items() if value is not None})


def check_same(path: Path, saved: DataclassInstance, given: Mapping[str, Any]) -> None:
    """Raise TrainError if a run would be continued with other settings.

    given: fields of `saved`, None if not given.
    """
    for each in fields(saved):
        before, now = getattr(saved, each.name), given[each.name]
        if now is not None and now != before:
            raise TrainError(
                f"{path}: {each.name} {_shown(now)}, expected {_shown(before)} as before"
            )


def _shown(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)
