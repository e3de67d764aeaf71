"""Measure moves made and unmade per second, by a perft that also makes its leaves.

Usage:
    .venv/bin/python scripts/bench.py makes gess 3
"""

from __future__ import annotations

import argparse
import statistics
import time

from amalthea import new_position


def main() -> None:
    """Run the benchmark and print the result."""
    options = _parser().parse_args()
    position = new_position(options.variant, options.fen)
    speeds = []
    for _ in range(options.rounds):
        began = time.perf_counter()
        leaves = position.perft(options.depth, bulk=False)
        speeds.append(leaves / (time.perf_counter() - began) / 1e6)
    print(
        f"{options.variant} depth {options.depth}: {leaves:,} leaves made, "
        f"{statistics.median(speeds):.1f} million a second ({min(speeds):.1f} to {max(speeds):.1f})"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("depth", type=int)
    parser.add_argument("--fen")
    parser.add_argument("--rounds", type=int, default=3)
    return parser
