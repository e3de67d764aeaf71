r"""Measure the search: nodes per second and depth in a given time, with engines in turn.

Usage:
    .venv/bin/python scripts/bench.py search --variant gast --seconds 5
    .venv/bin/python scripts/bench.py search --variant gast12x10 --variant-path variants.ini \
        ours /path/to/peer
"""

from __future__ import annotations

import time

from amalthea.protocol.uci_client.info_lines import read_info
from amalthea.protocol.uci_client.process import ANSWER_S
from benchmarks._common import (
    Candidate,
    Sample,
    add_game,
    candidates,
    measure,
    parser,
    position_line,
)


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = parser("Nodes a second and depth of searches from one position.")
    add_game(arguments)
    arguments.add_argument("--seconds", type=float, default=5.0, help="length of each search")
    options = arguments.parse_args()
    position = position_line(options)

    def sample(candidate: Candidate) -> Sample:
        return search(candidate, position, options.seconds)

    measure(candidates(options), options.rounds, sample)


def search(candidate: Candidate, position: str, seconds: float) -> Sample:
    """Search once in a fresh process; nodes per second use the clock of this process."""
    with candidate.start() as engine:
        engine.send(position)
        engine.ask("isready", "readyok")
        begin = time.perf_counter()
        engine.send(f"go movetime {round(seconds * 1000)}")
        lines = engine.read_until("bestmove", seconds + ANSWER_S)
    infos = [info for info in (read_info(line.text) for line in lines) if info]
    nodes = max((info.nodes or 0 for info in infos), default=0)
    finished = [info for info in infos if info.pv and info.exact]
    depth = max((info.depth or 0 for info in finished), default=0)
    took = lines[-1].at - begin
    return {"nodes/s": nodes / took, "depth": depth, "nodes": nodes, "seconds": took}
