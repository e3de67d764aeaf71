"""Measure the delay of the best move after `stop`, in the positions of a game.

    .venv/bin/python scripts/bench.py stop --variant gess --option Threads=2
    .venv/bin/python scripts/bench.py stop --clock 1

Each round sends `go infinite`, stops the search after a random time, measures the milliseconds from
`stop` to `bestmove` and plays that move. With --clock MS it sends `go wtime MS btime MS` and
measures the time beyond that.
"""

from __future__ import annotations

import random
import time

from amalthea.protocol.uci_client.process import UciProcess
from benchmarks._common import (
    Candidate,
    add_game,
    candidates,
    delays_text,
    parser,
    position_line,
)

SEED = 1
PAUSE_S = (0.02, 0.5)  # shortest and longest time before `stop`
GAME_PLIES = 60  # a new game begins after this many plies


def main() -> None:
    """Run the benchmark and print the delays."""
    arguments = parser(__doc__)
    arguments.set_defaults(rounds=100)
    add_game(arguments)
    help_ = "measure the time beyond a clock of MS milliseconds instead"
    arguments.add_argument("--clock", type=int, metavar="MS", help=help_)
    options = arguments.parse_args()
    for candidate in candidates(options):
        delays = measure_delays(candidate, position_line(options), options.rounds, options.clock)
        print(f"{candidate.command} [{candidate.variant}]: {delays_text(delays)}")


def measure_delays(
    candidate: Candidate, position: str, rounds: int, clock_ms: int | None
) -> list[float]:
    """Return the milliseconds of each round."""
    rng = random.Random(SEED)
    moves: list[str] = []
    delays = []
    with candidate.start() as engine:
        for _ in range(rounds):
            line = f"{position} moves {' '.join(moves)}"
            delay, move = (
                stop(engine, line, rng) if clock_ms is None else overrun(engine, line, clock_ms)
            )
            delays.append(delay)
            is_over = move in ("(none)", "0000") or len(moves) == GAME_PLIES
            moves = [] if is_over else [*moves, move]
    return delays


def stop(engine: UciProcess, position: str, rng: random.Random) -> tuple[float, str]:
    """Return the milliseconds from `stop` to the best move, and that move."""
    engine.send(position, "go infinite")
    time.sleep(rng.uniform(*PAUSE_S))
    began = time.perf_counter()
    best = engine.ask("stop", "bestmove")
    return (best.at - began) * 1000, best.text.split()[1]


def overrun(engine: UciProcess, position: str, clock_ms: int) -> tuple[float, str]:
    """Return the milliseconds beyond the clock, and the best move."""
    engine.send(position)
    engine.ask("isready", "readyok")
    began = time.perf_counter()
    best = engine.ask(f"go wtime {clock_ms} btime {clock_ms}", "bestmove")
    return (best.at - began) * 1000 - clock_ms, best.text.split()[1]
