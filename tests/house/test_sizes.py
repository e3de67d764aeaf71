"""Whatever is longer than this does not fit into a head, and is cut in two."""

from __future__ import annotations

import ast
from functools import cache

from house.sources import ROOT, python_files

MOST_MODULE, MOST_CLASS, MOST_FUNCTION = 500, 400, 60  # lines

# A search node is read as one list of numbered steps; cut into functions, its window, its depth
# and its best move would be handed to each of them.
LONGER = {
    "engine/search/alphabeta.py",
    "engine/search/alphabeta.py: Searcher",
    "engine/search/alphabeta.py: alphabeta",
    "engine/search/alphabeta.py: quiescence",
}


@cache
def lengths() -> list[tuple[str, int, int]]:
    """(what, its lines, the most it may have) of every module, class and function."""
    found = []
    for path in python_files():
        text = path.read_text("utf-8")
        module = str(path.relative_to(ROOT))
        found.append((module, len(text.splitlines()), MOST_MODULE))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                most = MOST_CLASS if isinstance(node, ast.ClassDef) else MOST_FUNCTION
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                found.append((f"{module}: {node.name}", lines, most))
    return found


def test_nothing_is_too_long() -> None:
    found = [(what, lines) for what, lines, most in lengths() if lines > most]
    assert [each for each in found if each[0] not in LONGER] == []


def test_every_exception_is_needed() -> None:
    assert {what for what, lines, most in lengths() if lines > most} >= LONGER
