"""Nets of random numbers, in which every changed feature changes the score."""

from __future__ import annotations

import random
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import NetFile
from amalthea.engine.evaluation.chances import Chances
from amalthea.engine.evaluation.net import BUCKETS
from amalthea.engine.evaluation.net_file import Header, write
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from helpers.random_games import begun


@dataclass(frozen=True)
class Sizes:
    """Largest number of each array, in the units of the file. extreme: all have that size."""

    direct: int = 9_000
    output_bias: int = 500
    row: int = 60
    output: int = 40
    extreme: bool = False


USUAL = Sizes()
CHANCES = Chances(125.0, (500.0, 60.0), (200.0, 300.0))


@cache
def random_net(
    variant: Variant, seed: int = 1, width: int = 32, sizes: Sizes = USUAL
) -> tuple[Header, bytes]:
    """Return the header and the arrays of a net that evaluates both colours alike."""
    dice = random.Random(f"{variant.name} {seed}")
    kind = kind_of(variant)
    position, _ = position_and_evaluator(variant, begun(variant, dice).fen())
    mirror = kind.features(position).numbering.mirrored()

    def numbers(sort: str, count: int, largest: int) -> array[int]:
        if sizes.extreme:
            return array(sort, dice.choices((-largest, largest), k=count))
        return array(sort, (dice.randint(-largest, largest) for _ in range(count)))

    direct = numbers("i", len(mirror) * BUCKETS, sizes.direct)
    for number, image in enumerate(mirror):
        for bucket in range(BUCKETS):
            if number == image:
                direct[number * BUCKETS + bucket] = 0
            elif number < image:
                direct[image * BUCKETS + bucket] = -direct[number * BUCKETS + bucket]
    arrays = (
        direct,
        numbers("i", BUCKETS, sizes.output_bias),
        numbers("h", len(mirror) * width, sizes.row),
        numbers("h", width, sizes.row),
        numbers("h", 2 * BUCKETS * width, sizes.output),
    )
    rules = kind.net_rules(variant)
    header = Header(variant.name, rules, len(mirror), width, CHANCES, {"seed": seed})
    return header, b"".join(map(bytes, arrays))


def write_net(
    folder: Path, name: str, seed: int = 1, width: int = 32, sizes: Sizes = USUAL
) -> NetFile:
    """Return a random net for a game, in a file like those that ship with the engine."""
    header, arrays = random_net(variants.get(name), seed, width, sizes)
    path = folder / f"{name}-{header.rules}.net"
    write(path, header, arrays)
    return NetFile(str(path))
