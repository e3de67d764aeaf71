"""No function or class is too long to be read at once; a module may be, if it is one idea."""

from __future__ import annotations

import ast
from functools import cache

from helpers.paths import ROOT
from helpers.sources import PACKAGES, python_files

MAX_CLASS, MAX_FUNCTION = 400, 60  # lines
MAX_SCRIPT = 350  # lines of a JavaScript module, which has one class or one part of the page

# A search node is read as one list of numbered steps; cut into functions, its window, its depth
# and its best move would have to be handed to each of them. The library's position has many short
# methods, each with an example.
LONGER = {
    "engine/api.py: Position",
    "engine/search/searcher.py: Searcher",
    "engine/search/searcher.py: alphabeta",
    "engine/search/searcher.py: quiescence",
}


@cache
def lengths() -> list[tuple[str, int, int]]:
    """Return (name, lines, limit) of every class and function."""
    found = []
    for path in python_files():
        module = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                limit = MAX_CLASS if isinstance(node, ast.ClassDef) else MAX_FUNCTION
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                found.append((f"{module}: {node.name}", lines, limit))
    return found


def test_classes_and_functions_are_short() -> None:
    too_long = [
        f"{name}: {lines} lines, at most {limit}"
        for name, lines, limit in lengths()
        if lines > limit and name not in LONGER
    ]
    assert too_long == []


def test_scripts_are_short() -> None:
    scripts = [path for package in PACKAGES for path in (ROOT / package).rglob("*.js")]
    assert scripts
    too_long = [
        f"{path.relative_to(ROOT)}: {lines} lines, at most {MAX_SCRIPT}"
        for path in scripts
        if (lines := len(path.read_text("utf-8").splitlines())) > MAX_SCRIPT
    ]
    assert too_long == []


def test_exceptions_are_needed() -> None:
    assert {name for name, lines, limit in lengths() if lines > limit} >= LONGER
