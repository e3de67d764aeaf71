"""Screening changes by games: what it prints, resuming, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import SCRIPTS

SCREEN = SCRIPTS / "screening.py"


def run(state: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCREEN), *words, "--state", str(state)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_screening_prints_every_change_and_resumes(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    common = ["--nodes", "50", "--concurrency", "1", "--games", "chess", "gochess"]
    first = run(state, "tempo=40", "mobility_dear=500", *common, "--pairs", "3")
    assert first.returncode == 0, first.stderr
    head, *lines = first.stdout.splitlines()
    assert head == "3 pairs of 50 nodes: chess gochess"
    assert {line.split()[0] for line in lines} == {"tempo=40", "mobility_dear=500"}
    assert all(" chess " in line and " gochess " in line for line in lines)
    assert run(state, "--pairs", "0").stdout == first.stdout
    assert run(state, "--pairs", "2", "--concurrency", "1").returncode == 0
    assert len(json.loads(state.read_text())["points"]) == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "does not exist: expected changes to screen"),
        (["tempo"], "'tempo': expected NAME=VALUE"),
        (["tempo=1", "--games", "nonesuch"], "--games nonesuch: expected some of chess"),
    ],
)
def test_invalid_arguments_are_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    done = run(tmp_path / "state.json", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_seed_of_zero_is_used(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    done = run(state, "tempo=40", "--nodes", "50", "--pairs", "1", "--seed", "0")
    assert done.returncode == 0, done.stderr
    assert json.loads(state.read_text())["settings"]["seed"] == 0


def test_state_of_another_screening_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    assert run(state, "tempo=40", "--nodes", "50", "--pairs", "1").returncode == 0
    done = run(state, "tempo=41", "--pairs", "1")
    assert done.returncode == 2
    assert "changes tempo=41, expected tempo=40 as before" in done.stderr
