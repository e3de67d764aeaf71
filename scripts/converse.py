#!/usr/bin/env python3
"""Hold random conversations with the engine, and compare its answers with a model.

    scripts/converse.py                                     # a hundred of each protocol
    scripts/converse.py uci --count 10000 --first 2500      # seeds 2500 to 12499

Each conversation has up to 200 commands at random times; in some of them workers are killed and
paused. A wrong answer ends the run with the conversation's seed and its last lines; --first goes on
from any seed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import _missing  # noqa: F401 - a missing package is one line from here on

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
EVERY_S = 10.0  # between two lines of progress


def main() -> None:
    """Hold the conversations; exit with status 1 at the first wrong answer."""
    if Path(sys.executable).parent != PYTHON.parent and PYTHON.exists():
        os.execv(PYTHON, [str(PYTHON), __file__, *sys.argv[1:]])
    sys.path.append(str(ROOT / "tests"))
    from helpers.conversations import PROTOCOLS
    from helpers.random_conversation import WrongAnswer, converse

    options = _parser(list(PROTOCOLS)).parse_args()
    for name in options.protocols or PROTOCOLS:
        seeds = range(options.first, options.first + options.count)
        shown_at = time.monotonic()
        try:
            for seed in converse(PROTOCOLS[name], seeds):
                if time.monotonic() - shown_at > EVERY_S or seed == seeds[-1]:
                    shown_at = time.monotonic()
                    print(f"{name}: {seed - options.first + 1}, last seed {seed}", flush=True)
        except WrongAnswer as error:
            sys.exit(f"{name}: {error}")


def _parser(names: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("protocols", metavar="PROTOCOL", nargs="*", choices=names, help="all")
    parser.add_argument("--count", type=int, default=100, help="conversations (default: 100)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    return parser


if __name__ == "__main__":
    main()
