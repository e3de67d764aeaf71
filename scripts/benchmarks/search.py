r"""Measure the search: nodes per second and depth in a given time, with engines in turn.

A depth counts if the search finished it.

    .venv/bin/python scripts/bench.py search --variant gast --seconds 5
    .venv/bin/python scripts/bench.py search --variant gast12x10 --variant-path variants.ini \
        ours /path/to/peer
"""

from __future__ import annotations

from amalthea.protocol.uci_client.process import ANSWER_S
from benchmarks import _common
from benchmarks._common import Candidate, Sample, add_game, measure, parser, position_line


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = parser(__doc__)
    add_game(arguments)
    arguments.add_argument("--seconds", type=float, default=5.0, help="length of each search")
    options = arguments.parse_args()
    measure(options, lambda each: search(each, position_line(options), options.seconds))


def search(candidate: Candidate, position: str, seconds: float) -> Sample:
    """Search once in a fresh process; nodes per second use the clock of this process."""
    limits = f"movetime {round(seconds * 1000)}"
    infos, took = _common.search(candidate, position, limits, seconds + ANSWER_S)
    nodes = max((info.nodes or 0 for info in infos), default=0)
    finished = [info for info in infos if info.pv and info.exact]
    depth = max((info.depth or 0 for info in finished), default=0)
    return {"nodes/s": nodes / took, "depth": depth, "nodes": nodes, "seconds": took}
