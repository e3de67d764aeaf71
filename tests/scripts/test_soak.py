"""The soak plays games with engines killed, paused and starved, resumes, and counts failures."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import soak
from amalthea.engine.core.status import Termination
from helpers.paths import SCRIPTS
from helpers.random_games import random_game

if TYPE_CHECKING:
    from collections.abc import Sequence

SOAK = SCRIPTS / "soak.py"


def run(folder: Path, games: int, *words: str) -> subprocess.CompletedProcess[str]:
    command: Sequence[str] = (sys.executable, str(SOAK), "--games", str(games), *words)
    return subprocess.run(
        [*command, "--output", str(folder)], capture_output=True, text=True, check=False
    )


@pytest.mark.thorough
def test_every_game_ends_with_a_reason_and_nothing_is_left(tmp_path: Path) -> None:
    done = run(tmp_path, 60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "failures: 0"


@pytest.mark.thorough
def test_a_run_resumes_with_its_seed_alone(tmp_path: Path) -> None:
    assert run(tmp_path, 1).returncode == 0
    done = run(tmp_path, 2)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 games of 1 variants" in done.stdout
    lines = [json.loads(line) for line in (tmp_path / "soak.jsonl").read_text().splitlines()]
    assert [line["number"] for line in lines if "number" in line] == [1, 2]
    other = run(tmp_path, 3, "--seed", "2")
    assert other.returncode == 1
    assert "line 1: expected seed 2" in other.stderr


@pytest.mark.parametrize(
    ("reason", "touched", "load", "fails"),
    [
        (Termination.CHECKMATE, False, 0.0, False),
        (Termination.TIME, False, 0.0, False),
        (Termination.CRASH, True, 0.0, False),
        (Termination.CRASH, False, 9.0, True),
        (Termination.STALL, False, 9.0, False),
        (Termination.STALL, False, 1.0, True),
        (Termination.ILLEGAL_MOVE, True, 9.0, True),
        (Termination.INVALID_ANSWER, True, 9.0, True),
        ("", True, 9.0, True),
    ],
)
def test_an_end_without_a_cause_is_a_failure(
    reason: str, touched: bool, load: float, fails: bool
) -> None:
    game = replace(random_game("chess", 1, longest=4), reason=reason)
    assert bool(soak.failure(game, touched, load)) == fails
