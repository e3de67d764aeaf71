"""Command-line arguments that scripts share, and access to the helpers of the tests."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OURS = shlex.quote(str(ROOT / "scripts" / "amalthea"))


def command(text: str) -> str:
    """Return the command of an engine; "ours" stands for the engine of this project."""
    return OURS if text == "ours" else text


def find_tests() -> None:
    """Make the helpers of the tests importable."""
    sys.path.append(str(ROOT / "tests"))


def settings(pairs: Sequence[str]) -> dict[str, str]:
    """Return options by name, ["Hash=64"] -> {"Hash": "64"}.

    Raises SystemExit for a text without "=".
    """
    for pair in pairs:
        if "=" not in pair:
            sys.exit(f"option {pair!r}: expected NAME=VALUE")
    return dict(pair.split("=", 1) for pair in pairs)
