"""The programs of docs/library.md run, and each prints or writes something."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT

TEXT = (ROOT / "docs/library.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"^## (.+?)\n\n```python\n(.*?)```", TEXT, re.MULTILINE | re.DOTALL))


def test_programs_have_a_few_lines() -> None:
    assert len(PROGRAMS) >= 10
    assert all(4 <= len(program.splitlines()) <= 15 for program in PROGRAMS.values())


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
