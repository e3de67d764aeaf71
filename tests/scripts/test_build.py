"""setup.py compiles the quick build once, and the tuned build again by a profile.

The tests build a copy with one small module; the program that is profiled notes that it was run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT
from helpers.sample import Sample

pytestmark = pytest.mark.long

MODULE = """
def twice(number: int) -> int:
    return 2 * number
"""
WORKLOAD = """
from amalthea.engine.one import twice
assert twice(4) == 8
with open("worked", "a") as log:
    log.write("once\\n")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    macros = subprocess.run(
        ["cc", "-dM", "-E", "-x", "c", os.devnull], capture_output=True, text=True, check=False
    )
    if "__GNUC__" not in macros.stdout or "__clang__" in macros.stdout:
        pytest.skip("only gcc compiles by what it has counted")
    shutil.copy2(ROOT / "setup.py", tmp_path)
    for name in ("engine", "protocol", "training", "scripts"):
        (tmp_path / name).mkdir()
    shutil.copytree(ROOT / "src", tmp_path / "src", symlinks=True)
    (tmp_path / "src" / "amalthea" / "__init__.py").write_text("")
    (tmp_path / "engine" / "__init__.py").touch()
    (tmp_path / "engine" / "one.py").write_text(MODULE)
    (tmp_path / "engine" / "one.pxd").touch()
    (tmp_path / "scripts" / "profile_workload.py").write_text(WORKLOAD)
    (tmp_path / "scripts" / "describe_games.py").touch()
    return tmp_path


def build(checkout: Path, profile: str) -> int:
    """Build, and return the moment at which the module was compiled, in nanoseconds."""
    changes = {"AMALTHEA_PROFILE": profile, "AMALTHEA_ARCH": "", "AMALTHEA_DEBUG": ""}
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build"],
        cwd=checkout,
        env={**os.environ, **changes, "AMALTHEA_TUNE": "", "AMALTHEA_ASAN": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    folder = "portable-tuned" if profile == "1" else "portable"
    (compiled,) = checkout.glob(f"build/{folder}/lib*/amalthea/engine/one*.so")
    return compiled.stat().st_mtime_ns


def runs(checkout: Path) -> int:
    """Return how often the program was run."""
    log = checkout / "worked"
    return len(log.read_text().splitlines()) if log.exists() else 0


@pytest.mark.thorough
def test_tuned_build_is_compiled_by_a_profile_in_a_folder_of_its_own(
    checkout: Path, sample: Sample
) -> None:
    once = build(checkout, "0")
    assert runs(checkout) == 0
    profiled = build(checkout, "1")
    assert runs(checkout) == 1
    for profile, before in (("", once), ("0", once), ("1", profiled))[: sample(1, 3)]:
        assert build(checkout, profile) == before
    assert runs(checkout) == 1
