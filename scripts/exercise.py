#!/usr/bin/env python3
"""Short searches, by either evaluation, and counts of moves from every position of the bench.

What setup.py has the compiler watch: see there. Usage: PYTHONPATH=FOLDER python scripts/exercise.py
"""

from __future__ import annotations

from amalthea.engine.evaluation import HandWritten
from amalthea.engine.game_kinds import new_game
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.uci.bench import POSITIONS

NODES = 25_000  # a search: all together some seconds, in a build that counts
TABLE_MIB = 16
PERFT_DEPTH = 2


def main() -> None:
    for name, fen in POSITIONS:
        game = new_game(name, fen or None)
        for evaluation in (None, HandWritten()):
            SoloSearcher(TABLE_MIB, evaluation).search(game, NODES)
        game.position.perft(PERFT_DEPTH)


if __name__ == "__main__":
    main()
