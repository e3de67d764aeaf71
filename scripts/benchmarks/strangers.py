"""Measure how long people wait for an answer of the page's server while strangers disturb it.

    .venv/bin/python scripts/bench.py strangers
    .venv/bin/python scripts/bench.py strangers --strangers 200 --people 10 --moves 200

Each person plays both sides of games at random on a page of their own; an answer is the table after
a move. Strangers send nonsense, a byte now and then, megabytes, half a request, nothing, or frames
that mean nothing, and open a new connection when the server has closed theirs.
"""

from __future__ import annotations

import asyncio
import statistics

from command_line import find_tests, new_parser

find_tests()

from helpers.play_page import served  # noqa: E402
from helpers.strangers import play_beside_strangers  # noqa: E402


def main() -> None:
    """Run the benchmark and print the times."""
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("--strangers", type=int, default=200, metavar="N", help="strangers (default: 200)")
    add("--people", type=int, default=10, metavar="N", help="people (default: 10)")
    help_ = "moves of each person (default: 200)"
    add("--moves", type=int, default=200, metavar="N", help=help_)
    options = parser.parse_args()
    for strangers in (0, options.strangers):
        with served("chess") as address:
            times, connections = asyncio.run(
                play_beside_strangers(address, strangers, options.people, options.moves)
            )
        late = statistics.quantiles(times, n=100)[98]
        print(
            f"{strangers} strangers, {connections} connections: {len(times)} answers,"
            f" median {1000 * statistics.median(times):.1f} ms, 99 % {1000 * late:.1f} ms,"
            f" longest {1000 * max(times):.1f} ms",
            flush=True,
        )
