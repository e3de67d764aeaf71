"""Documents name no file that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from helpers.paths import ROOT

_FOLDERS = "docs|engine|protocol|training|tests|scripts|src|examples"
_NAMED = re.compile(rf"`((?:{_FOLDERS})/[\w./-]+)`")
_LINKED = re.compile(r"(?:\]\(|^\[\d+\]: )(?!https?:|mailto:|#)([^)#\s]+)", re.MULTILINE)
_PLACEHOLDER = re.compile(r"[A-Z]{4}")  # as in tests/rules/test_NAME.py
_HISTORY = ("docs/measurements", "docs/decisions")  # of files as they were


def missing(page: Path) -> Iterator[str]:
    text = page.read_text("utf-8")
    if not str(page.relative_to(ROOT)).startswith(_HISTORY):
        for name in _NAMED.findall(text):
            if not ((ROOT / name).exists() or (ROOT / f"{name}.py").exists()):
                yield name
    for name in _LINKED.findall(text):
        if not (page.parent / name).exists():
            yield name


def test_documents_name_files_that_exist() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert len(pages) > 20
    found = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in pages
        for name in missing(page)
        if not _PLACEHOLDER.search(Path(name).stem)
    ]
    assert found == []
