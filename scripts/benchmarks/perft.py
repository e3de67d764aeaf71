"""Measure perft: leaves per second of `go perft DEPTH`, with engines in turn.

Usage:
    .venv/bin/python scripts/bench.py perft --variant gast --depth 4
    .venv/bin/python scripts/bench.py perft --depth 5 ours /path/to/peer
"""

from __future__ import annotations

import re
import time

from benchmarks._common import (
    Candidate,
    Sample,
    add_game,
    candidates,
    measure,
    parser,
    position_line,
)

LONGEST_S = 3600.0
TOTAL = re.compile(r"nodes searched\s*:\s*(\d+)", re.IGNORECASE)


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = parser("Leaves a second of perft from one position.")
    add_game(arguments)
    arguments.add_argument("--depth", type=int, default=4, help="plies (default 4)")
    options = arguments.parse_args()
    position = position_line(options)

    def sample(candidate: Candidate) -> Sample:
        return perft(candidate, position, options.depth)

    measure(candidates(options), options.rounds, sample)


def perft(candidate: Candidate, position: str, depth: int) -> Sample:
    """Run perft once in a fresh process, timed by the clock of this process."""
    with candidate.start() as engine:
        engine.send(position)
        engine.ask("isready", "readyok")
        begin = time.perf_counter()
        line = engine.ask(
            f"go perft {depth}", lambda text: TOTAL.search(text) is not None, LONGEST_S
        )
    total = TOTAL.search(line.text)
    assert total is not None
    took = line.at - begin
    return {"leaves/s": int(total[1]) / took, "leaves": int(total[1]), "seconds": took}
