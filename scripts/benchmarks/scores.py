"""Measure how well search scores predict the chances of winning that an oracle gives.

Positions are drawn as in the benchmark `moves`. Each engine searches each position with some
numbers of nodes; the oracle gives the chance of winning of the side to move by its `wdl`. A
logistic curve turns scores into chances, with the scale that fits each engine and number of nodes
best. The error is the mean square of the differences (Brier score). The last column is the
correlation of an engine's chances with its own at the most nodes. If that is as high as for other
engines but the error is larger, the search has converged, and the evaluation is what limits the
engine.

Options of one engine follow its command after semicolons.

    .venv/bin/python scripts/bench.py scores ours "ours;EvalFile=NET" --oracle stockfish
    .venv/bin/python scripts/bench.py scores ours "fsf;Use NNUE=false" --oracle stockfish
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from benchmarks._common import error_of_mean
from benchmarks._oracle import PER_10000, Answer, Comparison, parser
from command_line import command, settings

MATE_CP = 3000  # value of a mate, and limit of other scores
SCALES = range(40, 1200, 20)  # centipawns


def main() -> None:
    """Run the benchmark and print the table."""
    help_ = "COMMAND[;NAME=VALUE...]; 'ours' is the engine of this project"
    arguments = parser(__doc__, help_, 700, 1_000_000)
    help_ = "numbers of nodes per search, in ascending order (default: 4000 16000 64000)"
    default = [4000, 16_000, 64_000]
    arguments.add_argument("--nodes", type=int, nargs="+", default=default, help=help_)
    options = arguments.parse_args()
    comparison = Comparison(options)
    truth = comparison.oracle_chances(comparison.fens)

    def fit_chances(engine: str, nodes: int) -> list[float]:
        name, *given = engine.split(";")
        searches = [(fen, f"nodes {nodes}") for fen in comparison.fens]
        answers = comparison.search(command(name), settings(given), searches)
        return _chances([_score_cp(answer) for answer in answers], truth)

    base: dict[int, list[float]] = {}  # the errors of the first engine by nodes
    print("engine | nodes | error, in 1/10000 | more than the first engine | correlation")
    for engine in options.engines:
        found = {nodes: fit_chances(engine, nodes) for nodes in options.nodes}
        for nodes, chances in found.items():
            errors = [
                PER_10000 * (chance - right) ** 2
                for chance, right in zip(chances, truth, strict=True)
            ]
            first = base.setdefault(nodes, errors)
            more = [error - other for error, other in zip(errors, first, strict=True)]
            print(
                f"{engine} | {nodes} | {statistics.fmean(errors):.0f}"
                f" | {statistics.fmean(more):+.1f} +- {error_of_mean(more):.1f}"
                f" | {statistics.correlation(chances, found[options.nodes[-1]]):.4f}",
                flush=True,
            )


def _score_cp(answer: Answer) -> float:
    """Return the last exact score of a search, within the bounds of a mate; 0 without any."""
    scores = [info.score for info in answer.infos if info.score and info.score.bound == "exact"]
    if not scores:
        return 0.0
    value = scores[-1].value
    cp = math.copysign(MATE_CP, value) if scores[-1].mate else value
    return float(max(-MATE_CP, min(MATE_CP, cp)))


def _chances(scores: Sequence[float], truth: Sequence[float]) -> list[float]:
    """Return the scores as chances, with the scale that fits the truth best."""

    def scaled(scale: int) -> list[float]:
        return [1 / (1 + math.exp(-score / scale)) for score in scores]

    def error(scale: int) -> float:
        return sum((own - right) ** 2 for own, right in zip(scaled(scale), truth, strict=True))

    return scaled(min(SCALES, key=error))
