"""Descriptions of the whole command line, made from the parsers of its tools."""

from __future__ import annotations

import importlib
from argparse import ArgumentParser

from amalthea.protocol.cli import TOOLS


def parsers() -> dict[str, ArgumentParser]:
    """Return the parser of each tool by its name."""
    return {name: importlib.import_module(TOOLS[name]).parser() for name in sorted(TOOLS)}
