"""Output of the command: lines of JSON, and a progress line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from amalthea.protocol.tool import say


def say_json(values: Mapping[str, Any]) -> None:
    """Print an object as one line of JSON."""
    say(json.dumps(values, separators=(",", ":")))


class Progress:
    """Progress line on a terminal, redrawn in place; prints nothing elsewhere."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        """Show the number of finished positions; clear the line when all are done."""
        if self._shown:
            text = f"{self._what}: position {done + 1} of {total}" if done < total else ""
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
