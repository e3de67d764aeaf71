"""Replace the traceback of a missing package by one line that says how to install it.

Scripts import this module before all others.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[1]
SET_UP = "scripts/python scripts/setup_environment.py"


def message(package: str, script: str = sys.argv[0]) -> str:
    """Return the line about a package that cannot be imported, with the commands that help."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [
        extra
        for extra, requirements in project["optional-dependencies"].items()
        if package in map(_module, requirements)
    ]
    options = ["--dev" if extra in ("check", "dev") else f"--extra {extra}" for extra in extras]
    set_up = " ".join([SET_UP, *options[:1]])
    return f"{script} needs the package {package}: {set_up}; then .venv/bin/python {script}"


def _module(requirement: str) -> str:
    """Return the name under which a requirement's package is imported."""
    return re.split(r"[^\w-]", requirement, maxsplit=1)[0].replace("-", "_").lower()


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, ModuleNotFoundError) and error.name:
        print(message(error.name.partition(".")[0]), file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _report
