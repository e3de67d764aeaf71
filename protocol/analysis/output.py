"""How the command tells what it has found: lines of JSON, and how far it has got."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from amalthea.protocol.tool import say


def say_json(values: Mapping[str, Any]) -> None:
    """An object as one line on standard output."""
    say(json.dumps(values, separators=(",", ":")))


class Progress:
    """How far a long work is: one line on a terminal, redrawn in place, else nothing."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        """done: how many positions; all of them take the line away."""
        if self._shown:
            text = f"{self._what}: position {done + 1} of {total}" if done < total else ""
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
