"""Programs in documents run, each prints or writes something; examples in docstrings are right."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import amalthea
from amalthea.engine.api import Position
from helpers.paths import ROOT

_PROGRAM = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = {"library.md": 15, "pyffish.md": 15, "tutorials.md": 40}  # with their longest program
PROGRAMS = {
    f"{page} {number}": program
    for page in PAGES
    for number, program in enumerate(_PROGRAM.findall((ROOT / "docs" / page).read_text("utf-8")))
}
MODULES = (
    "amalthea.engine.analysis",
    "amalthea.engine.api",
    "amalthea.engine.core.board",
    "amalthea.engine.core.color",
    "amalthea.engine.core.status",
    "amalthea.engine.engine",
    "amalthea.engine.explanation",
    "amalthea.engine.new_games",
    "amalthea.engine.regional_notation",
    "amalthea.engine.search.limits",
    "amalthea.engine.variant_loading",
    "amalthea.pyffish",
)


def test_programs_have_a_few_lines() -> None:
    assert len(PROGRAMS) >= 15
    for title, program in PROGRAMS.items():
        assert 4 <= len(program.splitlines()) <= PAGES[title.split()[0]], title


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_right(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted
    assert not done.failed


def test_every_public_name_has_an_example_or_is_explained_by_one() -> None:
    """Values that another call returns need no example of their own."""
    made = {"Analysis", "Effect", "Outcome", "Termination", "errors", "variants"}
    for name in amalthea.__all__:
        text = getattr(amalthea, name).__doc__ or ""
        assert name in made or ">>>" in text, name


def test_every_method_of_a_position_has_an_example() -> None:
    methods = {name: each for name, each in vars(Position).items() if inspect.isfunction(each)}
    public = {name: each.__doc__ or "" for name, each in methods.items() if name[0] != "_"}
    assert [name for name, text in public.items() if ">>>" not in text] == []


@pytest.mark.release
@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_runs(title: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAMS[title]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout or list(tmp_path.iterdir())
