"""Tuning by games as a command: it prints the weights, resumes, and refuses other states."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from helpers.paths import SCRIPTS

TUNE = SCRIPTS / "tune.py"


GUARD_S = 120.0  # only against hanging


def command(state: Path, pairs: int, *words: str) -> list[str]:
    common = ["--state", str(state), "--pairs", str(pairs), "--nodes", "50", "--concurrency", "1"]
    return [sys.executable, str(TUNE), *common, "--games", "chess", "gochess", *words]


def run(state: Path, pairs: int, *words: str) -> subprocess.CompletedProcess[str]:
    line = command(state, pairs, *words)
    return subprocess.run(line, capture_output=True, text=True, timeout=GUARD_S, check=False)


def tune(state: Path, pairs: int) -> dict[str, int]:
    """Tune, and return the weights that the command prints."""
    done = run(state, pairs)
    assert done.returncode == 0, done.stderr
    return {name: int(value) for name, value in tomllib.loads(done.stdout).items()}


def test_tuning_resumes(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    first = tune(state, 3)
    assert json.loads(state.read_text())["pairs"] == 3
    assert tune(state, 0) == first
    tune(state, 2)
    assert json.loads(state.read_text())["pairs"] == 5
    assert "5 pairs" in state.with_suffix(".html").read_text()


def test_interrupted_tuning_says_how_to_resume(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    tuning = subprocess.Popen(command(state, 100_000), stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + GUARD_S
    while not state.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    tuning.send_signal(signal.SIGINT)
    _, said = tuning.communicate(timeout=GUARD_S)
    assert tuning.returncode == 130
    assert said.splitlines()[-1] == "amalthea tune: stopped; the same command resumes it"
    assert json.loads(state.read_text())["pairs"] >= 20


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--numbers", "nothing"], "no parameter matches 'nothing'"),
        (["--games", "nonesuch"], "--games nonesuch: expected some of chess"),
        (["--concurrency", "0"], "--concurrency 0: expected at least 1"),
    ],
)
def test_invalid_arguments_are_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    done = run(tmp_path / "state.json", 1, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_state_of_another_tuning_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    tune(state, 1)
    done = run(state, 1, "--numbers", "tempo")
    assert done.returncode == 2
    assert "numbers tempo, expected square_mobility" in done.stderr


def test_written_state_has_the_learned_values(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    tune(state, 1)
    known = json.loads(state.read_text())
    known["means"]["tempo"] = 21.4
    state.write_text(json.dumps(known))
    assert tune(state, 0)["tempo"] == 21
