"""What tests of the training share: a small game, small recipes, trainings as processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from amalthea.engine import variant_files
from amalthea.engine.core.variant import Variant
from amalthea.training import TrainBroken
from amalthea.training.tuning.pairs import Pair

Task = TypeVar("Task")
Result = TypeVar("Result")

TRAIN = [sys.executable, "-I", "-m", "amalthea", "train"]
GUARD_S = 300.0  # only against hanging
TINY = """
[tiny:chess]
maxFile = 5
maxRank = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
castling = false
doubleStep = false
promotionRegionWhite = *5
promotionRegionBlack = *1
promotionPieceTypes = q r b n
"""
RECIPE = """
nodes = 30
positions = 700
chunk = 5
width = 16
epochs = 2
window = 2
held_out = 4
trial_nodes = 30
pairs = 4
hand_pairs = 2
elo = [-2000, 0]
"""


def tiny(folder: Path) -> Path:
    """The small game's variant file."""
    path = folder / "tiny.ini"
    path.write_text(TINY)
    return path


def tiny_variant(folder: Path) -> Variant:
    (variant,) = variant_files.load(str(tiny(folder)))
    return variant


def command(folder: Path, output: str, *words: str, recipe: str = RECIPE) -> list[str]:
    """`amalthea train tiny`, with so small numbers that it takes seconds.

    However a net plays, the test takes it for the better one: so the second generation has a net
    to play by.
    """
    numbers = folder / "recipe.toml"
    numbers.write_text(recipe)
    options = ["--variants", str(tiny(folder)), "--recipe", str(numbers), "--concurrency", "2"]
    return [*TRAIN, "tiny", *words, *options, "--output", str(folder / output)]


def train(
    folder: Path, output: str, *words: str, recipe: str = RECIPE
) -> subprocess.CompletedProcess[str]:
    """The command, run to its end."""
    return subprocess.run(
        command(folder, output, *words, recipe=recipe),
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        check=False,
    )


class TempoJudge:
    """A crew that plays nothing: whoever has more tempo wins that much of a pair, by game."""

    def __init__(self, worth: Mapping[str, float] | None = None, dies_after: int = 0) -> None:
        """worth: 1 for both games won, which it is where nothing is said. dies_after: 0 for no
        pairs, but those that are to be played."""
        self.pairs: list[Pair] = []
        self._worth = worth or {}
        self._dies_after = dies_after

    def __enter__(self) -> TempoJudge:
        return self

    def __exit__(self, *_exc: object) -> None: ...

    def map(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Iterator[Result]:
        for task in tasks:
            assert isinstance(task, Pair)
            if self._dies_after and len(self.pairs) == self._dies_after:
                raise TrainBroken("a worker process died")
            self.pairs.append(task)
            first, second = (dict(side.weights or {})["tempo"] for side in task.sides)
            worth = self._worth.get(task.variant.name, 1.0)
            yield worth * ((first > second) - (first < second))  # type: ignore[misc]


def silent(pairs: int) -> None: ...
