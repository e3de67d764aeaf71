"""Measure moves made and unmade per second, by a perft that also makes its leaves.

.venv/bin/python scripts/bench.py makes gess 3
"""

from __future__ import annotations

import statistics
import time

from amalthea import new_position
from command_line import new_parser


def main() -> None:
    """Run the benchmark and print the result."""
    parser = new_parser(__doc__)
    parser.add_argument("variant", metavar="GAME", help="game")
    parser.add_argument("depth", type=int, metavar="DEPTH", help="depth of the perft in plies")
    parser.add_argument("--fen", help="position (default: the start position)")
    help_ = "number of measurements (default: 3)"
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help=help_)
    options = parser.parse_args()
    position = new_position(options.variant, options.fen)
    speeds = []
    for _ in range(options.rounds):
        began = time.perf_counter()
        leaves = position.perft(options.depth, bulk=False)
        speeds.append(leaves / (time.perf_counter() - began) / 1e6)
    print(
        f"{options.variant} depth {options.depth}: {leaves:,} leaves made, "
        f"{statistics.median(speeds):.1f} million per second "
        f"({min(speeds):.1f} to {max(speeds):.1f})"
    )
