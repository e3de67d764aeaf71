"""Ctrl-C while a command and its processes start ends them all, with no traceback."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from helpers import trainings
from helpers.dialogue import ENGINE
from helpers.matches import command, family, gone
from helpers.sample import Sample

pytestmark = pytest.mark.long

GUARD_S = 120.0  # only against hanging
PYTHON_STARTS = re.compile("init_import_site|Could not import runpy module")
# In a traceback: the command or a worker runs, not only Python or the package is imported.
OURS = re.compile(r'__main__\.py", line \d+, in run|(workers/worker|multiprocessing/spawn)\.py"')
MATCH = [command(), "name=a", command(), "name=b", "--games", "200", "--force", "--output", "out"]
COMMANDS = {
    "engine": [],
    "search": ["go", "infinite"],
    "perft": ["perft", "chess", "9"],
    "bench": ["bench", "20"],
    "match": ["match", *MATCH, "--concurrency", "2"],
    "match of ours": ["match", "ours", "ours", "name=other", "--tc", "60+1", "--output", "out"],
    "watched match": ["match", *MATCH, "--serve", "0"],
    "analyse": ["analyse", "startpos", "--movetime", "60000"],
    "tablebase": ["tablebase", "chess", "KQKR"],
    "play": ["play", "--no-open", "--port", "0"],
    "terminal": ["play", "--terminal"],
    "train": [],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_in_the_first_second_ends_a_command_without_a_traceback(
    name: str, tmp_path: Path, sample: Sample
) -> None:
    words = [*ENGINE, *COMMANDS[name]]
    if name == "train":
        words = trainings.command(tmp_path, "out", "--positions", "1000000")
    rng = random.Random(name)
    for _ in range(sample(1, 25)):
        process = subprocess.Popen(
            words,
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        time.sleep(rng.uniform(0.05, 1.0))
        others = family(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=GUARD_S)
        assert not OURS.search(errors), errors
        before = [1] if PYTHON_STARTS.search(errors) else []
        assert process.returncode in (0, -signal.SIGINT, 128 + signal.SIGINT, *before), errors
        assert gone(others)
