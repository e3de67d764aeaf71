"""Parts of tests of the training: a small game, small recipes, trainings as processes.

No net comes with a game on the small game's board, so a training starts from nothing.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from amalthea.engine import variant_files
from amalthea.engine.core.variant import Variant
from amalthea.protocol.jobs.executor import JobsFailed
from amalthea.training.tuning.pairs import Pair
from helpers.executors import InlineExecutor

TRAIN = [sys.executable, "-I", "-m", "amalthea", "train"]
GUARD_S = 300.0  # only against hanging
TINY = """
[tiny:chess]
maxFile = 5
maxRank = 6
startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1
castling = false
doubleStep = false
promotionRegionWhite = *6
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
    """Write the variant file of the small game."""
    path = folder / "tiny.ini"
    path.write_text(TINY)
    return path


def tiny_variant(folder: Path) -> Variant:
    (variant,) = variant_files.load(str(tiny(folder)))
    return variant


def command(folder: Path, output: str, *words: str, recipe: str = RECIPE) -> list[str]:
    """Return the command `amalthea train tiny` with these arguments."""
    return [*TRAIN, *arguments(folder, output, *words, recipe=recipe)]


def arguments(folder: Path, output: str, *words: str, recipe: str = RECIPE) -> list[str]:
    """Return the arguments of `amalthea train`, with numbers so small that it takes seconds.

    The trial accepts any net, so that the second generation has one to play with.
    """
    numbers = folder / "recipe.toml"
    numbers.write_text(recipe)
    options = ["--variants", str(tiny(folder)), "--recipe", str(numbers), "--concurrency", "2"]
    return ["tiny", *words, *options, "--output", str(folder / output)]


def train(
    folder: Path,
    output: str,
    *words: str,
    recipe: str = RECIPE,
    preexec: Callable[[], None] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end. preexec: called in its process before it starts."""
    return subprocess.run(
        command(folder, output, *words, recipe=recipe),
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        check=False,
        preexec_fn=preexec,
    )


class TempoExecutor(InlineExecutor):
    """Executor that plays no games: the side with the larger weight `tempo` wins the pair.

    Args:
        worth: its result by the name of the game, 1 where there is none.
        dies_after: raise JobsFailed after so many pairs; 0: never.
    """

    def __init__(self, worth: Mapping[str, float] | None = None, dies_after: int = 0) -> None:
        super().__init__()
        self._worth = worth or {}
        self._dies_after = dies_after

    @property
    def pairs(self) -> list[Pair]:
        return self.tasks

    def answer(self, work: Callable[[Any], Any], task: Pair) -> float:
        if self._dies_after and len(self.tasks) > self._dies_after:
            raise JobsFailed("3 worker processes died in a row")
        first, second = (dict(side.weights or {})["tempo"] for side in task.sides)
        return self._worth.get(task.variant.name, 1.0) * ((first > second) - (first < second))


def silent(pairs: int) -> None: ...
