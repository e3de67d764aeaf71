"""The set-up begins anew where it was interrupted, and says in one line what keeps it from working.

A copy of the sources is set up with a stand-in for pip; what that would install is not looked at.
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.paths import ROOT

pytestmark = pytest.mark.long

GUARD_S = 120.0  # only against hanging
SOURCES = ("pyproject.toml", "setup.py", "src", "scripts")
FOLDERS = ("engine", "protocol", "training")
BUILD = (
    "release" if platform.machine() == "x86_64" else "portable"
)  # as in scripts/setup_environment.py
# In the place of venv: makes an environment that has the pip below.
VENV = """
import pathlib, shutil, sys, sysconfig
folder = pathlib.Path(sys.argv[-1])
shutil.rmtree(folder, ignore_errors=True)
packages = folder / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
(packages / "pip").mkdir(parents=True)
(packages / "pip" / "__init__.py").touch()
shutil.copy(pathlib.Path(__file__).with_name("pip.txt"), packages / "pip" / "__main__.py")
(folder / "bin").mkdir()
(folder / "bin" / "python").symlink_to(sys._base_executable)
(folder / "pyvenv.cfg").write_text(f"home = {pathlib.Path(sys._base_executable).parent}")
"""
# Notes that it was called, and waits at the call that the file `wait` names.
PIP = """
import pathlib, sys, time
root = pathlib.Path(sys.prefix).parent
with open(root / "called", "a") as log:
    log.write("once\\n")
mine = (root / "called").read_text().count("once")
while (root / "wait").exists() and (root / "wait").read_text() == str(mine):
    time.sleep(0.01)
sys.exit((root / "fail").exists())
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, symlinks=True)
        else:
            shutil.copy2(ROOT / name, tmp_path / name)
    for name in FOLDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "scripts" / "venv.py").write_text(VENV)  # the first on the path of `-m venv`
    (tmp_path / "scripts" / "pip.txt").write_text(PIP)
    return tmp_path


def start(checkout: Path, profile: str = "", *words: str) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout / "scripts"),
        "AMALTHEA_DEBUG": "",
        "AMALTHEA_PROFILE": profile,
        "AMALTHEA_TUNE": "",
    }
    return subprocess.Popen(
        [sys.executable, str(checkout / "scripts" / "setup_environment.py"), *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def set_up(checkout: Path, profile: str = "") -> tuple[int, str]:
    """The exit status and what was told."""
    process = start(checkout, profile)
    out, told = process.communicate(timeout=GUARD_S)
    assert out == ""
    return process.returncode, told


def calls(checkout: Path) -> int:
    """How often pip was called."""
    log = checkout / "called"
    return len(log.read_text().splitlines()) if log.exists() else 0


def wait_for_calls(checkout: Path, count: int) -> None:
    deadline = time.monotonic() + GUARD_S
    while calls(checkout) < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_current_environment_is_left_unchanged(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    before = calls(checkout)
    assert before == 2
    assert set_up(checkout) == (0, "")
    assert calls(checkout) == before
    (checkout / "engine" / "more.py").touch()
    assert set_up(checkout)[0] == 0
    assert calls(checkout) == before + 1  # the sources alone


def test_other_words_are_refused_before_anything_is_built(checkout: Path) -> None:
    process = start(checkout, "", "--help")
    out, told = process.communicate(timeout=GUARD_S)
    assert (process.returncode, out) == (1, "")
    assert "scripts/setup_environment.py [--dev]" in told
    assert not (checkout / ".venv").exists()


def test_build_without_a_profile_is_rebuilt_to_play(checkout: Path) -> None:
    assert set_up(checkout, "0")[0] == 0
    before = calls(checkout)
    hasty = checkout / "build" / BUILD / "unprofiled"
    hasty.parent.mkdir(parents=True, exist_ok=True)
    hasty.touch()
    assert set_up(checkout, "0") == (0, "")
    assert set_up(checkout)[0] == 0
    assert calls(checkout) == before + 1
    hasty.unlink()  # as setup.py does
    assert set_up(checkout) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("stage", [1, 2])
def test_a_first_set_up_that_was_interrupted_begins_anew(
    checkout: Path, number: signal.Signals, stage: int
) -> None:
    (checkout / "wait").write_text(str(stage))
    process = start(checkout)
    wait_for_calls(checkout, stage)
    os.killpg(process.pid, number)
    process.communicate(timeout=GUARD_S)
    half = checkout / ".venv" / "half"
    half.parent.mkdir(exist_ok=True)
    half.touch()
    left = checkout / "build" / "release" / "bdist.linux"
    left.mkdir(parents=True)
    (checkout / "wait").unlink()
    status, told = set_up(checkout)
    assert status == 0
    assert "interrupted, beginning anew" in told
    assert not half.exists()
    assert not left.exists()
    assert set_up(checkout) == (0, "")


def test_an_environment_that_was_whole_survives_an_interruption(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    kept = checkout / ".venv" / "kept"
    kept.touch()
    (checkout / "engine" / "more.py").touch()
    before = calls(checkout)
    (checkout / "wait").write_text(str(before + 1))
    process = start(checkout)
    wait_for_calls(checkout, before + 1)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=GUARD_S)
    (checkout / "wait").unlink()
    assert set_up(checkout)[0] == 0
    assert kept.exists()


def test_failure_is_one_line_and_retried(checkout: Path) -> None:
    (checkout / "fail").touch()
    status, told = set_up(checkout)
    assert status == 1
    assert told.splitlines()[-1].startswith("amalthea: set-up failed (packages come from")
    (checkout / "fail").unlink()
    status, told = set_up(checkout)
    assert status == 0
    assert "interrupted" not in told


def test_a_source_of_the_future_is_built_once(checkout: Path) -> None:
    later = time.time() + 1e6
    os.utime(checkout / "engine" / "__init__.py", (later, later))
    status, told = set_up(checkout)
    assert status == 0
    assert "engine/__init__.py is dated in the future" in told
    assert set_up(checkout) == (0, "")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_unwritable_folder_is_one_line(checkout: Path) -> None:
    checkout.chmod(0o500)
    status, told = set_up(checkout)
    checkout.chmod(0o700)
    assert status == 1
    assert told == (
        f"amalthea: cannot set up in {checkout}: {checkout}/.venv.lock: Permission denied\n"
    )
