#!/usr/bin/env python3
"""Play matches between ways to place pieces in Go-Chess, with equal play after the placement.

    .venv/bin/python scripts/match_placement.py --rival random --games 200
    .venv/bin/python scripts/match_placement.py --rival greedy --games 200

Each board is used twice with colours swapped. The engine's mixed strategy chooses for one side, the
rival for the other: `random` takes any legal square, `greedy` the one with the best evaluation.
Then one searcher plays both sides to the end with the same number of nodes per move.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import inf
from operator import add
from statistics import fmean

import _missing  # noqa: F401 - a missing package is one line from here on
import amalthea
from amalthea.engine.choosing import ChooserContext
from amalthea.engine.core.variant import Square
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.pieces.placement.chooser import EVALUATION_ALONE, PlacementChooser
from amalthea.engine.pieces.placement.position import PlacementPosition
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.statistics.elo import Tally, elo
from command_line import new_parser

NAMES = {1.0: "win", 0.5: "draw", 0.0: "loss"}
DEEPEST = 40  # maximum search depth in plies
TABLE_MIB = 16
GREEDY_COMPLETIONS = 6  # random completions of the placement over which values are averaged

Choice = Callable[[PlacementPosition, str], str]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    points: those of the side whose pieces the engine placed.
    moved_first: True if that side moved first.
    reason: the termination.
    """

    points: float
    moved_first: bool
    reason: str


class GreedyChooser(PlacementChooser):
    """A chooser of the square with the best evaluation, against random squares of the enemy."""

    def choice(self) -> str:
        """Return the choice with the best mean evaluation."""
        values: dict[Square, list[float]] = {square: [] for square in self._own}
        for _ in range(GREEDY_COMPLETIONS):
            completion = self._completion()
            planned, answer = self._planned(completion)
            for square in values:
                other = planned if answer == square else answer
                value = self._pair_value(square, other, completion, EVALUATION_ALONE)
                values[square] += [] if value is None else [value]
        return self._text(max(values, key=lambda at: fmean(values[at]) if values[at] else -inf))


def main() -> None:
    """Play the games and print the results."""
    options = _parser().parse_args()
    limits = options.movetime, options.nodes
    jobs = [(options.rival, number, *limits) for number in range(options.games)]
    with ProcessPoolExecutor(options.concurrency) as pool:
        results = list(pool.map(_play, *zip(*jobs, strict=True)))
    print(f"the engine placing against {options.rival}: {_summary(results)}")
    moved_first = sum(result.moved_first for result in results)
    print(f"  the engine's side moved first in {moved_first} of {len(results)}")
    for (points, reason), count in Counter((r.points, r.reason) for r in results).most_common():
        print(f"  {count:4} {NAMES[points]}: {reason}")


def _summary(results: Sequence[Result]) -> str:
    """Return wins, draws, losses, score and Elo difference with its 95 % interval."""
    points = [result.points for result in results]
    pairs = Counter(map(add, points[::2], points[1::2]))
    won, drawn, lost = (points.count(value) for value in (1.0, 0.5, 0.0))
    tally = Tally(won, drawn, lost, (pairs[0], pairs[0.5], pairs[1], pairs[1.5], pairs[2]))
    found = elo(tally)
    return (
        f"+{won} ={drawn} -{lost} of {len(points)}, {100 * tally.share:.1f} %,"
        f" Elo {found.value:+.0f} (95 %: {found.low:+.0f} to {found.high:+.0f})"
    )


def _play(rival: str, number: int, movetime_ms: int, nodes: int) -> Result:
    """Play one placement and its game; in even games the engine places White's pieces."""
    rng = random.Random(number)
    searcher = SoloSearcher(TABLE_MIB)
    engine_side = "wb"[number % 2]
    choosers = _choosers(
        ChooserContext(HandWritten(), searcher.make_search, rng), movetime_ms / 1000
    )
    placers = {side: choosers["engine" if side == engine_side else rival] for side in "wb"}
    gochess = amalthea.variants.get("gochess")
    game = amalthea.new_game(gochess, gochess.start_fen(number // 2 + 1))
    while isinstance(placement := game.position, PlacementPosition):
        if placement.status().state != "ongoing":
            return Result(0.5, False, str(placement.status()))
        game.play(",".join(placers[side](placement, side) for side in "wb"))
    moved_first = game.position.turn == engine_side
    while game.position.status().state == "ongoing":
        game.play(searcher.search(game, nodes, DEEPEST).moves[0])
    status = game.position.status()
    points = 0.5 if status.winner is None else float(status.winner == engine_side)
    return Result(points, moved_first, status.reason or "")


def _choosers(context: ChooserContext, seconds: float) -> dict[str, Choice]:
    def by_engine(position: PlacementPosition, side: str) -> str:
        ends = time.perf_counter() + seconds
        chooser = PlacementChooser(position, side, context)
        advices = chooser.deepen(lambda: time.perf_counter() >= ends)
        return list(advices)[-1].draw(context.rng)

    return {
        "engine": by_engine,
        "greedy": lambda position, side: GreedyChooser(position, side, context).choice(),
        "random": lambda position, side: context.rng.choice(position.choices(side)),
    }


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    add = parser.add_argument
    rivals = ("random", "greedy", "engine")
    add("--rival", choices=rivals, default="random", help="the opponent (default: random)")
    add("--games", type=int, default=200, metavar="N", help="number of games (default: 200)")
    help_ = "longest time for a choice (default: 400)"
    add("--movetime", type=int, default=400, metavar="MS", help=help_)
    help_ = "nodes per move after the placement (default: 2000)"
    add("--nodes", type=int, default=2000, metavar="N", help=help_)
    add("--concurrency", type=int, default=2, metavar="N", help="games at once (default: 2)")
    return parser


if __name__ == "__main__":
    main()
