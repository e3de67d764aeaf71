"""The slow rules as a UCI engine that only counts, a peer for scripts/compare_variants.py:

    peer=".venv/bin/python tests/reference/peer.py"
    .venv/bin/python scripts/compare_variants.py "$peer" omega --depth 2 --called "the slow rules"

It knows the games that come as files.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from amalthea.engine import variants
from amalthea.engine.pieces.description.variant import PiecesVariant
from reference.common import perft
from reference.described import DescribedPosition, rules_of

NAME = "the slow rules of the tests"


class Peer:
    """A position of a game, and what is asked of it."""

    position: DescribedPosition

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer a line."""
        match line.split():
            case ["uci"]:
                return [f"id name {NAME}", "uciok"]
            case ["isready"]:
                return ["readyok"]
            case ["setoption", "name", "UCI_Variant", "value", name]:
                variant = variants.get(name)
                assert isinstance(variant, PiecesVariant)
                self.rules, self.start = rules_of(variant), variant.start
            case ["position", "startpos"]:
                self.position = self.rules.from_fen(self.start)
            case ["position", "fen", *fields]:
                self.position = self.rules.from_fen(" ".join(fields))
            case ["d"]:
                return [f"Fen: {self.position.fen()}"]
            case ["go", "perft", depth]:
                return self.counted(int(depth))
        return []

    def counted(self, depth: int) -> list[str]:
        """Return the number of leaves behind each move, and of all, as lines."""
        counts = {
            str(move): perft(self.position.after(move), depth - 1) if depth > 1 else 1
            for move in self.position.legal
        }
        lines = [f"{move}: {count}" for move, count in counts.items()]
        return [*lines, f"Nodes searched: {sum(counts.values())}"]


if __name__ == "__main__":
    peer = Peer()
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        print(*peer.answer(line), sep="\n", flush=True)
