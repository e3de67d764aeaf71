"""Tuning by games: what it learns goes the winner's way, and it goes on where it ended."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

TUNE = Path(__file__).parents[2] / "scripts" / "tune"


def tune(state: Path, pairs: int) -> dict[str, int]:
    """The weights that it writes."""
    words = ["--state", str(state), "--pairs", str(pairs), "--nodes", "50", "--concurrency", "1"]
    command = [sys.executable, "-I", str(TUNE), *words, "--games", "chess", "gochess"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return {name: int(value) for name, value in tomllib.loads(done.stdout).items()}


def test_tuning_goes_on_where_it_ended(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    first = tune(state, 3)
    assert json.loads(state.read_text())["pairs"] == 3
    assert tune(state, 0) == first
    tune(state, 2)
    assert json.loads(state.read_text())["pairs"] == 5


def test_a_state_that_has_learned_is_what_is_written(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    tune(state, 1)
    known = json.loads(state.read_text())
    known["means"]["tempo"] = 21.4
    state.write_text(json.dumps(known))
    assert tune(state, 0)["tempo"] == 21
