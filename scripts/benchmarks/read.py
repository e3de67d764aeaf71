"""Measure the cost of a move apart from the search: all moves of the game precede every `go`.

    .venv/bin/python scripts/bench.py read --variant ganymede --plies 400

Prints the milliseconds from `position … moves …` and `go nodes 1` to `bestmove`: the medians of the
first and of the last positions of a random game.
"""

from __future__ import annotations

import random
import statistics
import time

import amalthea
from amalthea.engine.core.position import Position
from amalthea.protocol.uci_client.process import UciProcess
from benchmarks._common import Candidate, Sample, add_game, measure, parser

SEED = 1
POSITIONS = 20  # number measured at each end of the game


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = parser(__doc__)
    add_game(arguments)
    arguments.add_argument("--plies", type=int, default=400, help="length of the game")
    options = arguments.parse_args()

    def sample(candidate: Candidate) -> Sample:
        start = amalthea.new_position(candidate.variant, options.fen)
        position = f"position fen {start.fen()}"
        moves = random_game(start, options.plies)
        with candidate.start() as process:
            reply_ms(process, position)  # the first search compiles the variant
            early = [reply_ms(process, position, moves[:n]) for n in range(POSITIONS)]
            late = [reply_ms(process, position, moves[:-n]) for n in range(1, POSITIONS + 1)]
        return {
            "ms late": statistics.median(late),
            "ms early": statistics.median(early),
            "plies": len(moves),
        }

    measure(options, sample)


def random_game(position: Position, plies: int) -> list[str]:
    """Return so many random legal moves, or fewer if the game ends."""
    rng = random.Random(SEED)
    moves: list[str] = []
    while len(moves) < plies and (legal := position.legal_moves()):
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    return moves


def reply_ms(process: UciProcess, position: str, moves: list[str] | None = None) -> float:
    """Return the milliseconds until the best move of a search of one node."""
    line = f"{position} moves {' '.join(moves)}" if moves else position
    began = time.perf_counter()
    process.send(line)
    return (process.ask("go nodes 1", "bestmove").at - began) * 1000
