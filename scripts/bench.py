#!/usr/bin/env python3
"""Run one of the benchmarks, which are the modules of scripts/benchmarks.

.venv/bin/python scripts/bench.py                      # list them
.venv/bin/python scripts/bench.py search --help        # describe one and its options
.venv/bin/python scripts/bench.py search --variant gast --seconds 5
"""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.protocol import tool
from amalthea.protocol.builds import measuring

FOLDER = Path(__file__).resolve().with_name("benchmarks")


def main() -> int:
    """Run the benchmark that the first argument names; return the exit status."""
    benchmarks = {path.stem: path for path in sorted(FOLDER.glob("[!_]*.py"))}
    if not sys.argv[1:] or sys.argv[1] not in benchmarks:
        print("usage: bench.py NAME [OPTION...]\n", file=sys.stderr)
        for name, path in benchmarks.items():
            print(f"{name:10} {_summary(path)}", file=sys.stderr)
        return 2
    name = sys.argv[1]
    sys.argv[:2] = [f"bench.py {name}"]  # the name that argparse shows

    def run() -> int:
        with measuring():
            importlib.import_module(f"benchmarks.{name}").main()
        return 0

    return tool.run(f"bench.py {name}", run)


def _summary(path: Path) -> str:
    """Return the first line of a module's docstring without running the module."""
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main())
