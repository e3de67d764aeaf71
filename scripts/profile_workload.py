#!/usr/bin/env python3
"""Search every position of the bench briefly with both evaluations, and count its moves.

setup.py runs this to record the profile by which the compiler optimises the release build.

    PYTHONPATH=FOLDER python scripts/profile_workload.py
"""

from __future__ import annotations

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.uci.bench import POSITIONS

NODES = 25_000  # of each search; all take some seconds in an instrumented build
TABLE_MIB = 16
PERFT_DEPTH = 2


def main() -> None:
    """Run all searches and counts."""
    for name, fen in POSITIONS:
        game = new_game(name, fen or None)
        for evaluation in (None, HandWritten()):
            SoloSearcher(TABLE_MIB, evaluation).search(game, NODES)
        game.position.perft(PERFT_DEPTH)


if __name__ == "__main__":
    main()
