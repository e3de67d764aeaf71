#!/usr/bin/env python3
"""Build the reference of the library from its docstrings, as pages of HTML. It needs pdoc.

.venv/bin/python scripts/build_reference.py FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

import _missing  # noqa: F401 - a missing package is one line from here on
import amalthea

MODULES = (
    "amalthea",
    "amalthea.pyffish",
    "amalthea.engine.api",  # all but the pictures and PGN of a Position
    "amalthea.engine.search.reports",
    "amalthea.engine.tasks",  # what an Engine inherits
    "amalthea.engine.variants",
    "amalthea.engine.errors",
)


def main() -> None:
    """Write the pages into a folder."""
    import pdoc  # after `_missing`

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for name in amalthea.__all__:
        getattr(amalthea, name)  # pdoc shows only what has been imported
    pdoc.pdoc(*MODULES, "!amalthea.__main__", output_directory=folder)


if __name__ == "__main__":
    main()
