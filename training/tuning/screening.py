"""Screening of several changes in the same games: it measures the Elo of each.

It is a factorial design at two levels (Box, Hunter and Hunter, "Statistics for Experimenters"),
drawn at random: in each pair of games every change is made on one of the two sides. The total
result of the sides with a change is its effect, because the effects of the others cancel out. Ten
changes take no more games than one, but interactions between changes are not measured.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.core import schema
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.statistics.elo import Estimate, Tally, elo
from amalthea.protocol.storage import files
from amalthea.protocol.storage.files import replace_file
from amalthea.training import TrainError
from amalthea.training.tuning.pairs import Pair, Side, learn_from, side_of
from amalthea.training.tuning.parameters import Parameter, parameters_by_name

GAMES = ("chess",)
NODES = 4000

Change = Mapping[str, int]  # values of parameters by name, set together


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """Settings of a screening. changes: as written. games: in turn. nodes: per search."""

    changes: tuple[str, ...]
    games: tuple[str, ...] = GAMES
    nodes: int = NODES
    seed: int = 1


@dataclass(slots=True)
class Screening:
    """A screening in progress. points: of the first side in each pair so far, -1 to 1.

    Raises TrainError for changes that this build cannot make.
    """

    settings: ScreenSettings
    points: list[float] = field(default_factory=list)
    parameters: list[Parameter] = field(init=False)
    changes: list[Change] = field(init=False)

    def __post_init__(self) -> None:
        self.changes = [parse_change(text) for text in self.settings.changes]
        names = [name for each in self.changes for name in each]
        for name in names:
            if names.count(name) > 1:
                raise TrainError(f"{name} is set by two changes")
        self.parameters = parameters_by_name(names)

    def made_by_first(self, number: int) -> list[bool]:
        """Return which changes the first side of a pair has; the second one has all others."""
        rng = random.Random(f"{self.settings.seed} {number}")
        return [rng.random() < 0.5 for _ in self.changes]

    def pair(self, number: int) -> Pair:
        """Return the pair with that number, from 1."""
        first = self.made_by_first(number)
        return Pair(
            variant=variants.get(self.game(number)),
            sides=(self._side(first), self._side([not made for made in first])),
            nodes=self.settings.nodes,
            number=number,
            seed=self.settings.seed,
        )

    def game(self, number: int) -> str:
        """Return the game of a pair."""
        return self.settings.games[(number - 1) % len(self.settings.games)]

    def _side(self, made: Sequence[bool]) -> Side:
        values = {each.name: each.value for each in self.parameters}
        for change, is_made in zip(self.changes, made, strict=True):
            if is_made:
                values |= change
        return side_of(self.parameters, values)

    def effects(self, game: str | None = None) -> list[Estimate]:
        """Return the effect of each change in Elo, in one game or in all."""
        counts = [[0] * 5 for _ in self.changes]
        for number, points in enumerate(self.points, 1):
            if game in {None, self.game(number)}:
                for count, is_first in zip(counts, self.made_by_first(number), strict=True):
                    count[round(2 * ((points if is_first else -points) + 1))] += 1
        return [elo(Tally(pairs=(a, b, c, d, e))) for a, b, c, d, e in counts]

    def write(self, path: Path) -> None:
        """Write the file. Raises WriteError."""
        known = {"settings": asdict(self.settings), "points": self.points}
        replace_file(path, [json.dumps(known).encode()])


def screen(
    state: Screening, more: int, path: Path, executor: Executor, on_saved: Callable[[int], None]
) -> None:
    """Play `more` pairs. The state is saved regularly.

    Raises JobsFailed and WriteError; pairs in progress are lost then.
    """

    def learn(points: float) -> int:
        state.points.append(points)
        return len(state.points)

    first = len(state.points) + 1
    pairs = map(state.pair, range(first, first + more))
    learn_from(pairs, executor, learn, lambda: state.write(path), on_saved)


def parse_change(text: str) -> Change:
    """Parse `NAME=VALUE,NAME=VALUE`. Raises TrainError."""
    values = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        try:
            values[name] = int(value)
        except ValueError:
            raise TrainError(f"{text!r}: expected NAME=VALUE[,NAME=VALUE...]") from None
    for parameter in parameters_by_name(values):
        if not parameter.low <= values[parameter.name] <= parameter.high:
            raise TrainError(f"{text}: expected {parameter.low} to {parameter.high}")
    return values


def read_screening(path: Path) -> Screening:
    """Return the state in a file. Raises StorageError, TrainError."""
    saved = schema.from_json(files.read_bytes(path), _Saved, f"{path}: not a screening")
    return Screening(saved.settings, saved.points)


@dataclass(frozen=True, slots=True)
class _Saved:
    """The contents of the file."""

    settings: ScreenSettings
    points: list[float]
