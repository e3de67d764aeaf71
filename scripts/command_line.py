"""Command-line arguments that scripts share, and access to the helpers of the tests."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OURS = shlex.quote(str(ROOT / "scripts" / "amalthea"))


def new_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help begins with a description, in most cases a module's docstring."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_seed(parser: argparse.ArgumentParser, default: int | None = 1) -> None:
    """Add the argument `--seed`; None stands for 1 in a new run, or the seed of a saved one."""
    help_ = "seed of all random choices (default: 1)"
    parser.add_argument("--seed", type=int, default=default, metavar="N", help=help_)


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
