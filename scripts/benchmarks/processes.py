r"""Measure how much several workers waste: nodes to reach a depth with 1, 2, 4, … processes.

The speed-up of n processes is the number of nodes that one process needs to reach a depth, divided
by the number that each of n processes needs. The waste is 1 minus the speed-up over n. The result
does not need n processors: if there are fewer, the processes take turns.

    .venv/bin/python scripts/bench.py processes --variant gast --depth 11 --positions 12 \
        --processes 1 2 4 8
"""

from __future__ import annotations

import math
import statistics
import sys

from amalthea.engine import openings, variants
from benchmarks._common import Candidate, search
from command_line import command, new_parser

LONGEST_S = 3600.0


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = new_parser(__doc__)
    add = arguments.add_argument
    add("--variant", default="chess", metavar="GAME", help="game (default: chess)")
    add("--depth", type=int, default=10, help="depth of each search (default: 10)")
    add("--positions", type=int, default=12, help="number of openings (default: 12)")
    help_ = "numbers of processes to compare (default: 1 2 4 8 16)"
    add("--processes", type=int, nargs="+", default=[1, 2, 4, 8, 16], help=help_)
    help_ = "size of the transposition table (default: 64)"
    add("--hash", type=int, default=64, metavar="MIB", help=help_)
    options = arguments.parse_args()
    variant = variants.get(options.variant)
    chosen = openings.shipped(variant)[: options.positions]
    if not chosen:
        sys.exit(f"no openings are shipped for {variant.name}")
    print("processes | all nodes | nodes of each | speed-up over the first row | waste", flush=True)
    first: list[int] = []
    for count in options.processes:
        settings = {"Threads": str(count), "Hash": str(options.hash)}
        engine = Candidate(command("ours"), variant.name, settings)
        each = [nodes_to_depth(engine, line, options.depth) // count for line in chosen]
        first = first or each
        gains = [math.log(alone / shared) for alone, shared in zip(first, each, strict=True)]
        speed = math.exp(statistics.fmean(gains))
        error = math.exp(1.96 * statistics.stdev(gains) / len(gains) ** 0.5) if gains[1:] else 1
        wasted = 1 - speed * options.processes[0] / count
        print(
            f"{count} | {sum(each) * count:,} | {sum(each):,} | "
            f"{speed:.2f} ({speed / error:.2f} to {speed * error:.2f}) | {wasted:.0%}",
            flush=True,
        )


def nodes_to_depth(candidate: Candidate, opening: openings.Line, depth: int) -> int:
    """Return the nodes of all processes in a fresh engine's search of an opening to a depth."""
    position = f"position fen {opening.fen} moves {' '.join(opening.moves)}"
    infos, _ = search(candidate, position, f"depth {depth}", LONGEST_S)
    return max(info.nodes or 0 for info in infos)
