"""Measure how well search scores predict the chances of winning that an oracle gives.

Positions are drawn as in the benchmark `moves`. Each engine searches each position with some
numbers of nodes; the oracle gives the chance of winning of the side to move by its `wdl`. A
logistic curve turns scores into chances, with the scale that fits each engine and number of nodes
best. The error is the mean square of the differences (Brier score). The last column is the
correlation of an engine's chances with its own at the most nodes. If that is as high as for other
engines but the error is larger, the search has converged, and the evaluation is what limits the
engine.

Options of one engine follow its command after semicolons.

Usage:
    .venv/bin/python scripts/bench.py scores ours "ours;EvalFile=NET" --oracle stockfish
    .venv/bin/python scripts/bench.py scores ours "fsf;Use NNUE=false" --oracle stockfish
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from itertools import islice

from amalthea.engine import variants
from amalthea.protocol.uci_client.process import UciProcess
from benchmarks._oracle import EQUAL, ORACLE, answers, chance, positions, searched
from command_line import command, settings

MATE_CP = 3000  # value of a mate, and limit of other scores
SCALES = range(40, 1200, 20)  # centipawns
IN_TEN_THOUSAND = 10_000


def main() -> None:
    """Run the benchmark and print the table."""
    options = _parser().parse_args()
    variant = variants.get(options.variant)
    fens = list(islice(positions(variant, options.seed), options.positions))
    given = EQUAL | {"UCI_Variant": variant.name}

    def scores_of(engine: str, nodes: int) -> list[float]:
        def ask(process: UciProcess, fen: str) -> float:
            told = [info.score for info in searched(process, fen, f"nodes {nodes}")[1]]
            scores = [score for score in told if score and score.bound == "exact"]
            if not scores:
                return 0.0
            value, is_mate = scores[-1].value, scores[-1].mate
            cp = math.copysign(MATE_CP, value) if is_mate else value
            return float(max(-MATE_CP, min(MATE_CP, cp)))

        words = engine.split(";")
        own = given | settings(words[1:])
        return answers(command(words[0]), own, fens, ask, options.concurrency)

    def known(process: UciProcess, fen: str) -> float:
        return chance(searched(process, fen, f"nodes {options.oracle_nodes}")[1])

    oracle = command(options.oracle)
    truth = answers(oracle, given | ORACLE, fens, known, options.concurrency)
    base: dict[int, list[float]] = {}  # the errors of the first engine by nodes
    print("engine | nodes | error, of 10,000 | more than the first | agreement with its own last")
    for engine in options.engines:
        found = {nodes: scores_of(engine, nodes) for nodes in options.nodes}
        last = _chances(found[options.nodes[-1]], truth)
        for nodes, scores in found.items():
            told = _chances(scores, truth)
            errors = [
                IN_TEN_THOUSAND * (own - right) ** 2 for own, right in zip(told, truth, strict=True)
            ]
            first = base.setdefault(nodes, errors)
            more = [own - other for own, other in zip(errors, first, strict=True)]
            margin = 1.96 * statistics.stdev(more) / len(more) ** 0.5
            print(
                f"{engine} | {nodes} | {statistics.fmean(errors):.0f}"
                f" | {statistics.fmean(more):+.1f} +- {margin:.1f}"
                f" | {statistics.correlation(told, last):.4f}",
                flush=True,
            )


def _chances(scores: Sequence[float], truth: Sequence[float]) -> list[float]:
    """Return the scores as chances, with the scale that fits the truth best."""

    def by(scale: int) -> list[float]:
        return [1 / (1 + math.exp(-score / scale)) for score in scores]

    def error(scale: int) -> float:
        return sum((own - right) ** 2 for own, right in zip(by(scale), truth, strict=True))

    return by(min(SCALES, key=error))


def _parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(description="How well scores tell chances.")
    arguments.add_argument(
        "engines", nargs="+", help="COMMAND[;NAME=VALUE...]; 'ours' is this project's engine"
    )
    arguments.add_argument("--variant", default="chess")
    arguments.add_argument(
        "--nodes", type=int, nargs="+", default=[4000, 16_000, 64_000], help="rising"
    )
    arguments.add_argument("--positions", type=int, default=700)
    arguments.add_argument("--oracle", default="ours", help="a command (default ours)")
    arguments.add_argument("--oracle-nodes", type=int, default=1_000_000)
    arguments.add_argument("--concurrency", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=1)
    return arguments
