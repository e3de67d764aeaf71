"""The set-up begins anew where it was interrupted, and says in one line what keeps it from working.

A copy of the sources is set up with a stand-in for pip, which installs nothing.
"""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

import setup_environment
from helpers.limited import without_rights
from helpers.paths import ROOT
from setup_environment import KEPT_BUILDS, Progress, remove_old_builds, run

pytestmark = pytest.mark.long

GUARD_S = 120.0  # only against hanging
SOURCES = ("pyproject.toml", "setup.py", "src", "scripts")
FOLDERS = ("engine", "protocol", "training")
# In the place of venv: makes an environment without packages.
VENV = """
import pathlib, shutil, sys, sysconfig
folder = pathlib.Path(sys.argv[-1])
shutil.rmtree(folder, ignore_errors=True)
(folder / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages").mkdir(parents=True)
(folder / "bin").mkdir()
(folder / "bin" / "python").symlink_to(sys._base_executable)
(folder / "pyvenv.cfg").write_text(f"home = {pathlib.Path(sys._base_executable).parent}")
"""
# Notes that it was called, and waits at the call that the file `wait` names.
STEP = """
import pathlib, sys, time
root = pathlib.Path({root!r})
if "--version" in sys.argv:
    sys.exit()
with open(root / "called", "a") as log:
    log.write("once\\n")
mine = (root / "called").read_text().count("once")
while (root / "wait").exists() and (root / "wait").read_text() == str(mine):
    time.sleep(0.01)
if (root / "fail").exists():
    sys.exit("no network")
"""
# In the place of setup.py: "compiles" a package that says which build it is.
SETUP = """
import os
print("[ 1/1] Cythonizing engine/one.py")
profile = os.environ["AMALTHEA_PROFILE"]
kind = "release" if os.environ["AMALTHEA_ARCH"] else "portable"
package = pathlib.Path("build", f"{kind}-tuned" if profile == "1" else kind, "lib", "amalthea")
package.mkdir(parents=True, exist_ok=True)
(package / "__init__.py").write_text(f"PROFILE = {profile!r}")
print("[ 1/1] Compiled amalthea.engine.one")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Path]:
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, symlinks=True)
        else:
            shutil.copy2(ROOT / name, tmp_path / name)
    for name in FOLDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    step = STEP.format(root=str(tmp_path))
    (tmp_path / "scripts" / "venv.py").write_text(VENV)  # the first on the path of `-m venv`
    (tmp_path / "scripts" / "pip.py").write_text(step)
    (tmp_path / "setup.py").write_text(step + SETUP)
    yield tmp_path
    for process in psutil.process_iter():  # processes that a failed test has left
        with contextlib.suppress(psutil.Error):
            if any(str(tmp_path) in word for word in process.cmdline()):
                process.kill()


def start(
    checkout: Path, *words: str, begin: Callable[[list[str]], list[str]] = list
) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout / "scripts"),
        "AMALTHEA_ASAN": "",
        "AMALTHEA_DEBUG": "",
        "AMALTHEA_PROFILE": "",
        "AMALTHEA_TUNE": "",
    }
    return subprocess.Popen(
        begin([sys.executable, str(checkout / "scripts" / "setup_environment.py"), *words]),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def set_up(checkout: Path, *words: str) -> tuple[int, str]:
    """Run the set-up; return its exit status and standard error."""
    process = start(checkout, *words)
    out, errors = process.communicate(timeout=GUARD_S)
    assert out == ""
    return process.returncode, errors


def calls(checkout: Path) -> int:
    """Return how often pip and setup.py were called."""
    log = checkout / "called"
    return len(log.read_text().splitlines()) if log.exists() else 0


def wait_for_calls(checkout: Path, count: int) -> None:
    wait_until(lambda: calls(checkout) >= count)


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + GUARD_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_stopped(process: psutil.Process) -> bool:
    """Return True if some process below this one is stopped.

    A child that is stopped while it starts a process of its own counts as waiting for that one,
    which is stopped instead.
    """
    below = process.children(recursive=True)
    return any(each.status() == psutil.STATUS_STOPPED for each in below)


def test_current_environment_is_left_unchanged(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    before = calls(checkout)
    assert before == 2
    assert set_up(checkout) == (0, "")
    assert calls(checkout) == before
    (checkout / "engine" / "more.py").touch()
    assert set_up(checkout)[0] == 0
    assert calls(checkout) == before + 1  # the sources alone


@pytest.mark.parametrize(
    ("variable", "value", "folder"),
    [
        ("AMALTHEA_TUNE", "0", ".venv"),
        ("AMALTHEA_TUNE", "1", ".venv-tune"),
        ("AMALTHEA_DEBUG", "0", ".venv"),
        ("AMALTHEA_DEBUG", "1", ".venv-debug"),
        ("AMALTHEA_ASAN", "1", ".venv-asan"),
    ],
)
def test_start_runs_the_environment_that_the_set_up_makes(
    tmp_path: Path, variable: str, value: str, folder: str
) -> None:
    for name in ("scripts", "src/amalthea"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py"):
        (tmp_path / name).touch()
    script = shutil.copy2(ROOT / "scripts" / "amalthea", tmp_path / "scripts")
    for name in (".venv", ".venv-tune", ".venv-debug", ".venv-asan"):
        python = tmp_path / name / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\necho {name}\n")
        python.chmod(0o755)
        (tmp_path / name / "current").touch()
    kinds = ("AMALTHEA_ASAN", "AMALTHEA_DEBUG", "AMALTHEA_TUNE")
    unset = {**dict.fromkeys(kinds, ""), "AMALTHEA_PROFILE": "0"}
    environment = {**os.environ, **unset, variable: value}
    command = [script, "--version"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == f"{folder}\n"


def test_other_words_are_refused_before_anything_is_built(checkout: Path) -> None:
    for words in ("--devv", "--extra"):
        process = start(checkout, words)
        out, errors = process.communicate(timeout=GUARD_S)
        assert (process.returncode, out) == (2, "")
        assert "scripts/setup_environment.py [--dev] [--tuned]" in errors
    assert not (checkout / ".venv").exists()


def installed(checkout: Path) -> str:
    """Return what the package in the environment says of its build, "1" for the tuned one."""
    python = str(checkout / ".venv" / "bin" / "python")
    question = "import amalthea; print(amalthea.PROFILE)"
    command = [python, "-I", "-c", question]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_tuned_build_takes_the_place_of_the_quick_one(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    assert installed(checkout) == "0\n"
    assert set_up(checkout, "--tuned")[0] == 0
    assert installed(checkout) == "1\n"
    assert set_up(checkout, "--tuned") == (0, "")
    (checkout / "engine" / "more.py").touch()
    assert set_up(checkout)[0] == 0
    assert installed(checkout) == "0\n"


def test_extra_is_installed_beside_the_build(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    before = calls(checkout)
    assert set_up(checkout, "--extra", "train") == (0, "")
    assert calls(checkout) == before + 1
    status, errors = set_up(checkout, "--extra", "nonesuch")
    assert status == 1
    assert errors.startswith("amalthea: unknown extra 'nonesuch', expected terminal, play, ")


def test_build_moves_with_the_folder_of_the_project(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    moved = checkout.with_name("moved")
    checkout.rename(moved)
    assert installed(moved) == "0\n"


def test_build_that_a_process_has_loaded_outlives_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_environment, "BUILDS", tmp_path)
    builds = [tmp_path / str(number) for number in range(KEPT_BUILDS + 2)]
    for build in builds:
        build.mkdir()
        (build / "module.so").write_bytes(b"compiled")
    with (
        (builds[0] / "module.so").open("rb") as module,
        mmap.mmap(module.fileno(), 0, access=mmap.ACCESS_READ),
    ):
        remove_old_builds()
        assert sorted(tmp_path.iterdir()) == [builds[0], *builds[2:]]
    remove_old_builds()
    assert sorted(tmp_path.iterdir()) == builds[2:]


@pytest.mark.thorough
def test_tuned_build_stands_still_while_something_is_measured(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    (checkout / "wait").write_text(str(calls(checkout) + 1))
    with (checkout / ".venv" / "measuring.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        process = start(checkout, "--tuned", "--background")
        wait_until((checkout / ".venv" / "tuning").exists)
        tuner = psutil.Process(process.pid)
        wait_until(lambda: is_stopped(tuner))
        (checkout / "wait").unlink()
        assert installed(checkout) == "0\n"
    process.communicate(timeout=GUARD_S)
    assert installed(checkout) == "1\n"
    assert not (checkout / ".venv" / "tuning").exists()


@pytest.mark.thorough
def test_failed_tuned_build_is_not_tried_at_every_start(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    (checkout / "fail").touch()
    assert set_up(checkout, "--tuned", "--background")[0] == 0
    assert (checkout / ".venv" / "untunable").exists()
    assert "no network" in next(checkout.glob("build/*-tuned.log")).read_text()
    assert installed(checkout) == "0\n"


@pytest.mark.thorough
def test_killed_tuned_build_changes_nothing(checkout: Path) -> None:
    assert set_up(checkout)[0] == 0
    count = calls(checkout)
    (checkout / "wait").write_text(str(count + 1))
    process = start(checkout, "--tuned", "--background")
    wait_for_calls(checkout, count + 1)
    children = psutil.Process(process.pid).children(recursive=True)
    for each in children:
        each.kill()
    process.kill()
    process.communicate(timeout=GUARD_S)
    (checkout / "wait").unlink()
    assert installed(checkout) == "0\n"
    assert set_up(checkout, "--tuned", "--background")[0] == 0
    assert installed(checkout) == "1\n"


def test_a_waiting_program_reads_the_progress_of_the_build(checkout: Path) -> None:
    (checkout / "wait").write_text("2")
    process = start(checkout, "--info-strings")
    wait_for_calls(checkout, 2)
    time.sleep(2.1)  # between two lines
    (checkout / "wait").unlink()
    lines = process.communicate(timeout=GUARD_S)[0].splitlines()
    assert lines
    assert all(re.fullmatch(r"info string [a-z .]+: \d+ %(, \d+ s left)?", line) for line in lines)


def test_pip_advances_the_progress_and_only_the_build_estimates_the_time_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 1_000, 10))
    monkeypatch.setattr("setup_environment.time.monotonic", lambda: next(clock))
    progress = Progress(tmp_path / "log", info_strings=True)
    progress.start("installing requirements", 0.05)
    lines = "print(*[f'Collecting package{number}' for number in range(40)], sep='\\n')"
    run(progress, sys.executable, "-c", lines, steps=(0.05, 0.2))
    seen = [int(each) for each in re.findall(r": (\d+) %\n", capsys.readouterr().out)]
    assert seen == sorted(seen)
    assert (seen[0], len(seen)) == (5, 41)
    assert 12 < seen[-1] < 20
    progress.start("compiling", 0.2, timed=True)
    progress.advance(0.4)
    assert capsys.readouterr().out.endswith("compiling: 40 %, 60 s left\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
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
    status, errors = set_up(checkout)
    assert status == 0
    assert "interrupted, beginning anew" in errors
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
    status, errors = set_up(checkout)
    assert status == 1
    assert errors.splitlines()[-1].startswith("amalthea: set-up failed (packages come from")
    (checkout / "fail").unlink()
    status, errors = set_up(checkout)
    assert status == 0
    assert "interrupted" not in errors


def test_a_source_of_the_future_is_built_once(checkout: Path) -> None:
    later = time.time() + 1e6
    os.utime(checkout / "engine" / "__init__.py", (later, later))
    status, errors = set_up(checkout)
    assert status == 0
    assert "engine/__init__.py is dated in the future" in errors
    assert set_up(checkout) == (0, "")


def test_unwritable_folder_is_one_line(checkout: Path) -> None:
    checkout.chmod(0o500)
    process = start(checkout, begin=without_rights)
    _, errors = process.communicate(timeout=GUARD_S)
    checkout.chmod(0o700)
    assert process.returncode == 1
    assert errors == (
        f"amalthea: cannot set up in {checkout}: {checkout}/.venv.lock: Permission denied\n"
    )
