"""The reference of the library is built from the docstrings, and its links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import amalthea
from helpers.paths import ROOT

GUARD_S = 300.0  # only against hanging


@pytest.mark.thorough
@pytest.mark.release
def test_reference_has_every_public_name_and_no_broken_link(tmp_path: Path) -> None:
    pytest.importorskip("pdoc")
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/build_reference.py", tmp_path],
        capture_output=True,
        text=True,
        timeout=GUARD_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = {page: page.read_text("utf-8") for page in tmp_path.rglob("*.html")}
    face = pages[tmp_path / "amalthea.html"]
    modules = {"errors", "variants"}  # which have pages of their own
    assert [name for name in {*amalthea.__all__} - modules if f'id="{name}"' not in face] == []
    assert 'id="Analyser.analyse"' in face
    assert 'id="Position.push"' in pages[tmp_path / "amalthea/engine/api.html"]
    broken = []
    for page, text in pages.items():
        for link in re.findall(r'href="([^":$]+)"', text):
            file, _, anchor = link.partition("#")
            target = (page.parent / file).resolve() if file else page
            known = pages.get(target)
            if known is None or (anchor and f'id="{anchor}"' not in known):
                broken.append(f"{page.name}: {link}")
    assert broken == []
