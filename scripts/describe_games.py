#!/usr/bin/env python3
"""Write the descriptions of all shipped games of pieces, so that no process reads their files.

setup.py runs this for every build.

    PYTHONPATH=src python scripts/describe_games.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine.games import FILES, descriptions, in_files
from amalthea.engine.pieces.rules.known_fingerprint import fingerprint_of
from amalthea.engine.variant_files import shipped


def main() -> None:
    """Read all games, with their fingerprints, and write them into a folder."""
    games = {
        name: shipped.variant(name) for name in in_files() if (FILES / f"{name}.ini").is_file()
    }
    for game in games.values():
        fingerprint_of(game)
    descriptions.write(Path(sys.argv[1]), games)


if __name__ == "__main__":
    main()
