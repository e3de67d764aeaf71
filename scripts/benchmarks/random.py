"""Count how often the engine beats a player of random moves, in every game.

    .venv/bin/python scripts/bench.py random              # every game that is shipped as a file
    .venv/bin/python scripts/bench.py random racingkings --nodes 300 --games 20

The engine plays both colours in turn. For each game the number of wins is printed, and how the
other games ended; the exit status is 1 if there were any.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator

from amalthea import new_game
from amalthea.engine import variants
from amalthea.engine.search.solo import SoloSearcher
from command_line import add_seed, new_parser

TABLE_MIB = 16
OURS = {0: "w", 1: "b"}  # the engine's side by the parity of the game's number


def main() -> None:
    """Run the benchmark and print a line for each game."""
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("variants", nargs="*", metavar="GAME", help="games (default: all shipped as files)")
    add("--games", type=int, default=20, metavar="N", help="games of each (default: 20)")
    add("--nodes", type=int, default=2000, metavar="N", help="nodes per move (default: 2000)")
    add_seed(parser)
    options = parser.parse_args()
    names = options.variants or variants.names()[len(variants.BUILT_IN) :]
    missed = 0
    for name in names:
        ends = list(play(name, options.games, options.nodes, options.seed))
        won = sum(end == "won" for end in ends)
        others = Counter(end for end in ends if end != "won")
        rest = "".join(f", {count} {end}" for end, count in sorted(others.items()))
        print(f"{name:16} {won} of {len(ends)}{rest}", flush=True)
        missed += len(ends) - won
    sys.exit(1 if missed else 0)


def play(name: str, games: int, nodes: int, seed: int) -> Iterator[str]:
    """Yield how each game ended: `won`, or `drawn by REASON as w`, or `lost by REASON as b`."""
    searcher = SoloSearcher(TABLE_MIB)
    for number in range(games):
        rng = random.Random(f"{seed} {name} {number}")
        ours = OURS[number % 2]
        game = new_game(name)
        while (status := game.position.status()).state == "ongoing":
            if game.position.turn == ours:
                game.play(searcher.search(game, nodes).moves[0])
            else:
                game.play(rng.choice(game.position.legal_moves()))
        if status.winner == ours:
            yield "won"
        else:
            ended = "lost" if status.winner else "drawn"
            yield f"{ended} by {status.reason} as {ours}"
