"""Measure how much winning chance the moves that engines choose at fixed nodes lose.

Positions are drawn from quick games of self-play. Each engine chooses a move in each of them, and
the oracle, a stronger engine, gives the chance of winning after it by its `wdl`. The first engine
is the baseline. The mean of differences needs far fewer nodes than games do for the same error, as
nothing else differs. The first engine with twice the nodes (`--double`) shows how much a difference
means.

    .venv/bin/python scripts/bench.py moves OLD/scripts/amalthea ours --oracle stockfish
    .venv/bin/python scripts/bench.py moves OLD/scripts/amalthea ours --variant gast --nodes 8000
"""

from __future__ import annotations

import statistics

from benchmarks._common import error_of_mean
from benchmarks._oracle import PER_10000, Comparison, parser
from command_line import command, settings


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = parser(__doc__, "commands; 'ours' is the engine of this project", 1000, 100_000)
    add = arguments.add_argument
    add("--nodes", type=int, default=12_000, metavar="N", help="nodes per move (default: 12000)")
    add("--double", action="store_true", help="add the first engine with twice the nodes")
    help_ = "option of every engine"
    add("--option", action="append", default=[], metavar="NAME=VALUE", help=help_)
    options = arguments.parse_args()
    comparison = Comparison(options)
    fens = comparison.fens

    def choose(engine: str, nodes: int) -> list[str]:
        searches = [(fen, f"nodes {nodes}") for fen in fens]
        answers = comparison.search(command(engine), settings(options.option), searches)
        return [answer.move for answer in answers]

    first = options.engines[0]
    chosen = [(engine, choose(engine, options.nodes)) for engine in options.engines]
    if options.double:
        chosen.append((f"{first}, twice the nodes", choose(first, 2 * options.nodes)))
    chances: dict[tuple[str, str], float] = {}
    for _, moves in chosen:
        unknown = [pair for pair in zip(fens, moves, strict=True) if pair not in chances]
        if unknown:
            found = comparison.oracle_chances(*zip(*unknown, strict=True))
            chances.update(zip(unknown, found, strict=True))
    base_moves = chosen[0][1]
    base = [chances[pair] for pair in zip(fens, base_moves, strict=True)]
    print("engine | other moves | winning chances gained, in 1/10000, with 95 % error")
    for name, moves in chosen:
        found = [chances[pair] for pair in zip(fens, moves, strict=True)]
        gains = [(new - old) * PER_10000 for new, old in zip(found, base, strict=True)]
        others = sum(move != old for move, old in zip(moves, base_moves, strict=True))
        print(
            f"{name} | {others / len(fens):.1%}"
            f" | {statistics.fmean(gains):+.1f} +- {error_of_mean(gains):.1f}"
        )
