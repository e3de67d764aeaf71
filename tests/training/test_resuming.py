"""A training that is killed at any moment goes on to the same end as one that was not."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from helpers.made_once import made_once
from helpers.sample import Sample
from helpers.trainings import GUARD_S, command, train

pytestmark = [pytest.mark.long, pytest.mark.skipif(find_spec("torch") is None, reason="no torch")]
GENERATIONS = ("--generations", "2")
# Files of the stages in their order, which does not depend on the speed of the machine.
MARKS = ("g1.games.gz", "g1.samples.npz", "g1.net", "g1.trial.gz", "g2.games.gz", "g2.fit.pt")


def outcome(folder: Path) -> dict[str, Any]:
    """Return all that must be the same: files by name, the state without its times."""
    state = json.loads((folder / "state.json").read_text())
    for generation in state["generations"]:
        del generation["seconds"]
    kept = ("*.games.gz", "*.net", "*.trial.gz", "*.hand.gz", "*.worth.json")
    files = {path.name: path.read_bytes() for pattern in kept for path in folder.glob(pattern)}
    return {**files, "state": state}


def wait_for(path: Path, run: subprocess.Popen[Any]) -> None:
    """Wait until the file exists, the run has ended or the time of the guard is over."""
    deadline = time.monotonic() + GUARD_S
    while not path.exists() and run.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """Return the outcome and standard error of a training that nothing disturbs."""

    def run(folder: Path) -> None:
        done = train(folder, "out", *GENERATIONS)
        assert done.returncode == 0, done.stderr
        (folder / "stderr").write_text(done.stderr)

    folder = made_once(tmp_path_factory, "training", run)
    return outcome(folder / "out"), (folder / "stderr").read_text()


def test_a_training_ends_with_a_net_and_a_report(whole: tuple[dict[str, Any], str]) -> None:
    found, said = whole
    assert {"tiny.net", "g1.net", "g2.net", "g1.games.gz", "g2.hand.gz"} <= set(found)
    assert found["tiny.net"] == found["g2.net"], "its recipe takes every net for the better one"
    assert [each["kept"] for each in found["state"]["generations"]] == [True, True]
    assert found["state"]["generations"][1]["player"] == "g1.net"
    stages = {
        line.partition(":")[0] for line in said.splitlines()
    }  # slow stages also print progress
    assert len(stages) == 6


@pytest.mark.thorough
def test_training_killed_at_any_moment_resumes_to_the_same_end(
    whole: tuple[dict[str, Any], str], tmp_path: Path, sample: Sample
) -> None:
    expected, _ = whole
    dice = random.Random(7)
    killed = 0
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    for mark in sorted(dice.choices(range(len(MARKS)), k=sample(1, 20))):
        run = subprocess.Popen(
            command(tmp_path, "out", *GENERATIONS),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(temporary)},
        )
        wait_for(tmp_path / "out" / MARKS[mark], run)
        time.sleep(dice.uniform(0, 0.5))
        killed += run.poll() is None
        run.kill()
        run.wait(GUARD_S)
    assert killed
    assert not list(temporary.glob("amalthea-*"))
    done = train(tmp_path, "out", *GENERATIONS)
    assert done.returncode == 0, done.stderr
    assert outcome(tmp_path / "out") == expected
    assert not (tmp_path / "out" / "workers").exists()


def test_interrupted_training_says_how_to_resume(tmp_path: Path) -> None:
    run = subprocess.Popen(
        command(tmp_path, "out", "--positions", "10000000"), stderr=subprocess.PIPE, text=True
    )
    wait_for(tmp_path / "out" / "g1.games.gz", run)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=GUARD_S)
    assert run.returncode == 130
    assert said == "tiny, stopped; the same command resumes it\n"
