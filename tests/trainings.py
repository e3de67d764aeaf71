"""What tests of the training share: a small game, small recipes, trainings as processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engine.board.variant import Variant
from engine.variants import ini

TRAIN = [sys.executable, "-I", "-m", "protocol", "train"]
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
    (variant,) = ini.load(str(tiny(folder)))
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
