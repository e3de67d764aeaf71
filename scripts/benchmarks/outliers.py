"""List games whose searches are far shallower, or spend far more in quiescence, than others.

    .venv/bin/python scripts/bench.py outliers
    .venv/bin/python scripts/bench.py outliers --random 2000 --variants fairy/src/variants.ini

Positions from random games are searched with a fixed number of nodes each, so the list is the same
on every machine. Depths are compared with those of games with as many moves: their logarithm falls
with that of the number of moves, by a slope that is fitted without regard to outliers (Theil-Sen).
Shares of quiescence are compared as log-odds. A game is listed if it is more than --limit standard
deviations on the wrong side of the median, the deviation taken from the median absolute deviation.
The exit status is 1 if there are any.
"""

from __future__ import annotations

import math
import mmap
import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from amalthea.engine import variant_loading, variants
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import FenError, VariantError
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.searcher import MAX_ITERATION_DEPTH, Searcher, is_mate
from amalthea.engine.search.shared_memory import private_memory
from amalthea.engine.search.transposition_table import MIB, Table
from command_line import find_tests, new_parser

find_tests()

from helpers.random_games import begun  # noqa: E402
from helpers.random_variants import random_variant  # noqa: E402

TABLE_MIB = 16
PLIES = (1, 6, 14, 30)  # random moves before the positions of a game
PAIRS = 20_000  # of games, drawn for the slope
MAD_TO_DEVIATION = 1.4826  # of a normal distribution
LEAST_SHARE = 0.01  # of quiescence; smaller shares count as this one


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that used its nodes. share: of nodes in quiescence. moves: legal ones."""

    depth: int
    share: float
    moves: int


@dataclass(frozen=True, slots=True)
class Row:
    """Means of a game's searches."""

    name: str
    depth: float
    share: float
    moves: float

    @staticmethod
    def of(name: str, searches: Sequence[Searched]) -> Row:
        """Return the means of at least one search."""
        return Row(
            name,
            statistics.fmean(each.depth for each in searches),
            statistics.fmean(each.share for each in searches),
            statistics.fmean(each.moves for each in searches),
        )


def main() -> None:
    """Run the benchmark and print the games that are listed."""
    arguments = new_parser(__doc__)
    add = arguments.add_argument
    add("--nodes", type=int, default=20_000, metavar="N", help="of a search (default: 20000)")
    add("--random", type=int, default=0, metavar="N", help="random games besides (default: 0)")
    add("--variants", metavar="FILE", help="an INI file with more games")
    add("--limit", type=float, default=5.0, help="standard deviations (default: 5)")
    options = arguments.parse_args()
    rows = []
    for game in games(options.random, options.variants):
        with suppress(FenError):  # the kings of some random games face each other
            if searches := list(searched(game, options.nodes)):
                rows.append(Row.of(game.name, searches))
    listed = list(outliers(rows, options.limit))
    print(f"{len(rows)} games, {len(listed)} outliers")
    for row, depth, share in listed:
        print(
            f"{row.name}: depth {row.depth:.1f} ({depth:+.1f}),"
            f" {row.share:.0%} in quiescence ({share:+.1f}), {row.moves:.0f} moves"
        )
    sys.exit(1 if listed else 0)


def games(count: int, file: str | None) -> Iterator[Variant]:
    """Yield the shipped games, those of a file and `count` random ones."""
    yield from map(variants.get, variants.names())
    if file:
        yield from variant_loading.read_variants(file)[0]
    for seed in range(count):
        with suppress(VariantError):  # what it draws is no game
            yield random_variant(seed)


def searched(game: Variant, nodes: int) -> Iterator[Searched]:
    """Yield the searches of a game's positions that neither ended early nor found a mate."""
    table = Table(private_memory(TABLE_MIB * MIB))
    control = Control(mmap.mmap(-1, CONTROL_BYTES))
    for plies in PLIES:
        position = after_random_moves(game, plies)
        if position is None:
            continue
        moves = len(position.legal_moves())
        searcher = Searcher(*position_and_evaluator(game, position.fen()), table, control)
        searcher.start(1, nodes, ())
        depth = 0
        while depth < MAX_ITERATION_DEPTH and searcher.iterate(depth + 1, 1):
            depth += 1
        if depth < MAX_ITERATION_DEPTH and not is_mate(searcher.line(0).score):
            yield Searched(depth, searcher.quiescence_share(), moves)


def after_random_moves(game: Variant, plies: int) -> Position | None:
    """Return a position after random moves in which the game goes on.

    The result is None if there is none in ten attempts.
    """
    for attempt in range(10):
        rng = random.Random(f"{game.name} {plies} {attempt}")
        position = begun(game, rng)
        for _ in range(plies):
            if position.status().state != "ongoing":
                break
            position.play(rng.choice(position.legal_moves()))
        if position.status().state == "ongoing":
            return position
    return None


def outliers(rows: Sequence[Row], limit: float) -> Iterator[tuple[Row, float, float]]:
    """Yield the games that are far from the others, with their deviations in depth and share."""
    moves = [math.log(row.moves + 1) for row in rows]
    depths = [math.log(row.depth + 1) for row in rows]
    shares = [log_odds(row.share) for row in rows]
    by_moves = slope(moves, depths)
    rest = [depth - by_moves * count for depth, count in zip(depths, moves, strict=True)]
    for row, depth, share in zip(rows, deviations(rest), deviations(shares), strict=True):
        if depth < -limit or share > limit:
            yield row, depth, share


def slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return the median slope between two points, of random pairs of them."""
    rng = random.Random(0)
    pairs = (rng.sample(range(len(xs)), 2) for _ in range(PAIRS))
    return statistics.median(
        (ys[one] - ys[other]) / (xs[one] - xs[other])
        for one, other in pairs
        if xs[one] != xs[other]
    )


def deviations(values: Sequence[float]) -> list[float]:
    """Return how many standard deviations each value is above the median."""
    middle = statistics.median(values)
    spread = statistics.median(abs(value - middle) for value in values)
    return [(value - middle) / (MAD_TO_DEVIATION * spread) for value in values]


def log_odds(share: float) -> float:
    """Return the logarithm of the odds of a share, which is limited so that it stays finite."""
    kept = min(1 - LEAST_SHARE / 10, max(LEAST_SHARE, share))
    return math.log(kept / (1 - kept))
