"""The sources of the project, and what each module imports or cimports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from helpers.paths import ROOT

PACKAGES = ("engine", "protocol", "training")
_CIMPORTS = "cython.cimports."  # before a module's name in a .py file
_CIMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+)?cimport\s+(\w[\w.]*(?:\s*,\s*\w[\w.]*)*)")


def python_files() -> Iterator[Path]:
    """Yield all sources in Python."""
    for folder in (*PACKAGES, "tests", "scripts"):
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield ROOT / "setup.py"


@cache
def imports() -> dict[str, frozenset[str]]:
    """Return the modules of the packages that each module imports, anywhere in it."""
    known = {_name(path) for folder in PACKAGES for path in (ROOT / folder).rglob("*.py")}
    found: dict[str, set[str]] = {name: set() for name in known}
    for folder in PACKAGES:
        for path in (ROOT / folder).rglob("*.py*"):
            if path.suffix in (".py", ".pyi", ".pxd"):
                read = _cimported if path.suffix == ".pxd" else _imported
                wanted = (_module(each, known) for each in read(path.read_text("utf-8")))
                own = _name(path)
                found.setdefault(own, set()).update(m for m in wanted if m and m != own)
    return {name: frozenset(modules) for name, modules in found.items()}


def _name(path: Path) -> str:
    """Return the module of a source: `engine/errors.py` is amalthea.engine.errors."""
    parts = ("amalthea", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _module(name: str, known: set[str]) -> str | None:
    """Return the module that holds a name, "errors" of "errors.clip"; None if not ours."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def _imported(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix(_CIMPORTS) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = (node.module or "").removeprefix(_CIMPORTS)
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _cimported(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if match := _CIMPORT.match(line):
            names = [name.strip() for name in match[2].split(",")]
            yield from (f"{match[1]}.{name}" if match[1] else name for name in names)
