r"""Measure how much several workers waste: nodes to reach a depth with 1, 2, 4, … processes.

The speed-up of n processes is the number of nodes that one process needs to reach a depth, divided
by the number that each of n processes needs. The waste is 1 minus the speed-up over n. The result
does not need n processors: if there are fewer, the processes take turns.

Usage:
    .venv/bin/python scripts/bench.py processes --variant gast --depth 11 --positions 12 \
        --processes 1 2 4 8
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys

from amalthea.engine import openings, variants
from amalthea.protocol.uci_client.info_lines import read_info
from benchmarks._common import Candidate
from command_line import command

ANSWER_S = 3600.0


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = argparse.ArgumentParser(description="Nodes that several processes waste.")
    arguments.add_argument("--variant", default="chess")
    arguments.add_argument("--depth", type=int, default=10, help="of each search")
    arguments.add_argument("--positions", type=int, default=12)
    arguments.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    arguments.add_argument("--hash", type=int, default=64, help="MiB")
    options = arguments.parse_args()
    variant = variants.get(options.variant)
    begun = openings.shipped(variant)[: options.positions]
    if not begun:
        sys.exit(f"no openings are shipped for {variant.name}")
    print("processes | nodes of all | of each | speed over the first row | wasted", flush=True)
    first: list[int] = []
    for count in options.processes:
        settings = {"Threads": str(count), "Hash": str(options.hash)}
        engine = Candidate(command("ours"), variant.name, settings)
        each = [searched(engine, line, options.depth) // count for line in begun]
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


def searched(candidate: Candidate, begun: openings.Line, depth: int) -> int:
    """Return the nodes of all processes in a fresh engine's search of an opening to a depth."""
    with candidate.start() as engine:
        engine.send(f"position fen {begun.fen} moves {' '.join(begun.moves)}")
        engine.ask("isready", "readyok")
        engine.send(f"go depth {depth}")
        lines = engine.read_until("bestmove", ANSWER_S)
    infos = [info for info in (read_info(line.text) for line in lines) if info]
    return max(info.nodes or 0 for info in infos)
