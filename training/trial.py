"""The trial of a net: pairs of games against another player, with fixed nodes.

Both games of a pair have the same random, balanced opening, with colours exchanged. A pair follows
from its number and the players. Pairs are kept in a file of gzip members, a line of JSON each.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from amalthea.engine.core import schema
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import StorageError
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.statistics.elo import Pairs, Tally
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.storage import member_log
from amalthea.training import TrainBroken
from amalthea.training.evaluation_spec import EvaluationSpec
from amalthea.training.playout import play_out
from amalthea.training.random_openings import random_opening
from amalthea.training.selfplay import TABLE_MIB

BALANCE_CP = 120  # of an opening, by a search with the hand-written evaluation
BALANCE_NODES = 5000
MAX_ATTEMPTS = 1000  # attempts to find a balanced opening for a pair
PAIRS_PER_TASK = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """A finished pair. points: of the player on trial, as White and as Black."""

    number: int
    fen: str
    points: tuple[float, float]


@dataclass(frozen=True, slots=True)
class TrialSetup:
    """The players of a trial.

    opening: least and greatest number of random moves. nodes: per search.
    """

    variant: Variant
    player: EvaluationSpec
    opponent: EvaluationSpec
    nodes: int
    opening: tuple[int, int]
    seed: str


def play_pairs(task: tuple[TrialSetup, int, int]) -> list[Pair]:
    """Play the pairs from number `first` up to `end`. Raises TrainBroken."""
    setup, first, end = task
    return [_play_pair(setup, number) for number in range(first, end)]


def run_trial(
    executor: Executor,
    path: Path,
    setup: TrialSetup,
    most: int,
    test: Sprt | None,
    on_progress: Callable[[Tally], None],
) -> tuple[Tally, int]:
    """Continue after the pairs in the file, until `most` pairs or the decision of the test.

    Returns the result and how many pairs were played now. Raises StorageError for another file.
    """
    member_log.recover(path)
    pairs_played = list(read(path)) if path.exists() else []
    result = tally(pairs_played)
    if is_decided(result, most, test):
        return result, 0
    already_played = len(pairs_played)
    numbers = range(already_played, most, PAIRS_PER_TASK)
    tasks = ((setup, at, min(most, at + PAIRS_PER_TASK)) for at in numbers)
    for pairs in executor.map(play_pairs, tasks):
        member_log.append(path, [json.dumps(asdict(pair)) for pair in pairs])
        pairs_played += pairs
        result = tally(pairs_played)
        on_progress(result)
        if is_decided(result, most, test):
            break
    return result, len(pairs_played) - already_played


def is_decided(result: Tally, most: int, test: Sprt | None) -> bool:
    """Return True if no more pairs are to be played."""
    return sum(result.pairs) >= most or bool(test and test.state(result).decision)


def read(path: Path) -> Iterator[Pair]:
    """Yield the pairs in a file. Raises StorageError."""
    lines = (line for part in member_log.read(path) for line in part)
    for number, line in enumerate(lines):
        where = f"{path}: line {number + 1}: not a pair of games"
        pair = schema.from_json(line, Pair, where)
        if pair.number != number or not set(pair.points) <= {0.0, 0.5, 1.0}:
            raise StorageError(f"{where}: expected pair {number}, and points of 0, 0.5 or 1")
        yield pair


def tally(pairs: list[Pair]) -> Tally:
    """Return the result of the player on trial."""
    games = Counter(points for pair in pairs for points in pair.points)
    sums = Counter(sum(pair.points) for pair in pairs)
    counts: Pairs = (sums[0.0], sums[0.5], sums[1.0], sums[1.5], sums[2.0])
    return Tally(games[1.0], games[0.5], games[0.0], counts)


def _play_pair(setup: TrialSetup, number: int) -> Pair:
    fen = _balanced_opening(setup, number)
    points = [_play(setup, fen, side) for side in "wb"]
    return Pair(number, fen, (points[0], points[1]))


def _balanced_opening(setup: TrialSetup, number: int) -> str:
    """Return the FEN of the pair's opening. Raises TrainBroken."""
    rng = random.Random(f"{setup.variant.name} {setup.seed} {number}")
    for _ in range(MAX_ATTEMPTS):
        game = random_opening(setup.variant, rng, rng.randint(*setup.opening))
        if game is None:
            continue
        fen = game.position.fen()
        searcher = SoloSearcher(TABLE_MIB, HandWritten())
        line = searcher.search(new_game(setup.variant, fen), BALANCE_NODES)
        if abs(line.score) <= BALANCE_CP:
            return fen
    raise TrainBroken(f"{setup.variant.name}: no opening of {MAX_ATTEMPTS} drawn is balanced")


def _play(setup: TrialSetup, fen: str, side: str) -> float:
    """Return the points of the player on trial, which plays that side."""
    game = new_game(setup.variant, fen)
    players = {
        colour: SoloSearcher(TABLE_MIB, evaluation.load())
        for colour, evaluation in zip(
            "wb" if side == "w" else "bw", (setup.player, setup.opponent), strict=True
        )
    }
    return play_out(game, side, lambda now: players[now.position.turn].search(now, setup.nodes))
