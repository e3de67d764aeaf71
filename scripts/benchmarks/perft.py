"""Measure perft: leaves per second of `go perft DEPTH`, with engines in turn.

.venv/bin/python scripts/bench.py perft --variant gast --depth 4
.venv/bin/python scripts/bench.py perft --depth 5 ours /path/to/peer
"""

from __future__ import annotations

import re
import time

from benchmarks._common import Candidate, Sample, add_game, measure, parser, position_line

LONGEST_S = 3600.0
TOTAL = re.compile(r"nodes searched\s*:\s*(\d+)", re.IGNORECASE)


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = parser(__doc__)
    add_game(arguments)
    arguments.add_argument("--depth", type=int, default=4, help="depth in plies (default: 4)")
    options = arguments.parse_args()
    measure(options, lambda each: perft(each, position_line(options), options.depth))


def perft(candidate: Candidate, position: str, depth: int) -> Sample:
    """Run perft once in a fresh process, timed by the clock of this process."""
    with candidate.start(position) as engine:
        began = time.perf_counter()
        line = engine.ask(
            f"go perft {depth}", lambda text: TOTAL.search(text) is not None, LONGEST_S
        )
    total = TOTAL.search(line.text)
    assert total is not None
    seconds = line.at - began
    return {"leaves/s": int(total[1]) / seconds, "leaves": int(total[1]), "seconds": seconds}
