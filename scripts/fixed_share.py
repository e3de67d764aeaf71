#!/usr/bin/env python3
"""Play as this engine with a simple time management: a fixed share of the time, plus the increment.

    amalthea match ours ".venv/bin/python scripts/fixed_share.py 30" --variant gast --tc 2+0.02

This UCI engine stands between the match and the engine: `go` with clocks becomes a `movetime`, all
else is passed on.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import variants
from amalthea.protocol.uci_client.process import OURS

LEAST_MS = 1


def main() -> None:
    """Pass on commands until the input ends."""
    share = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    engine = subprocess.Popen(OURS, stdin=subprocess.PIPE, text=True, bufsize=1)
    assert engine.stdin
    first = side = "w"
    for line in sys.stdin:
        words = line.split()
        if words[:3] == ["setoption", "name", "UCI_Variant"]:
            first = variants.get(words[-1]).start.split()[1]
        if words[:1] == ["position"]:
            side = side_to_move(words, first)
        engine.stdin.write(with_share(words, side, share) if "wtime" in words else line)
    engine.stdin.close()
    sys.exit(engine.wait())


def side_to_move(words: list[str], first: str) -> str:
    """Return the side to move after a `position` command.

    first: the side that moves first from `startpos`.
    """
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    first = words[3] if words[1] == "fen" else first
    played = sum(move.count("@") < 2 for move in moves)  # "P@a2,p@h7" is a turn of both sides
    return first if first == "-" or played % 2 == 0 else {"w": "b", "b": "w"}[first]


def with_share(words: list[str], side: str, share: int) -> str:
    """Return a `go` command with its clocks replaced by a time for the move."""
    given = dict(pairwise(words[1:]))
    mover = given.get("side", side)
    left, increment = (int(given.get(f"{mover}{name}", "0")) for name in ("time", "inc"))
    secret = f" side {mover}" if "side" in given else ""
    time_ms = min(left // share + increment, left)
    return f"go movetime {max(LEAST_MS, time_ms)}{secret}\n"


if __name__ == "__main__":
    main()
