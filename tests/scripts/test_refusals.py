"""Scripts refuse invalid arguments in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import SCRIPTS


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["make_suite.py", "nonesuch"], "unknown variant 'nonesuch'"),
        (["make_suite.py", "chess", "--concurrency", "0"], "--concurrency 0: expected at least 1"),
        (["make_suite.py", "chess", "--resume", "none.epd"], "none.epd: No such file"),
        (["make_suite.py", "chess", "--games", "none.gz"], "none.gz: "),
        (["bench.py", "moves", "ours", "--variant", "nonesuch"], "unknown variant 'nonesuch'"),
        (["bench.py", "moves", "ours", "--variant", "amazon"], "amazon has no openings of its own"),
        (
            ["compare_variants.py", "ours", "nonesuch"],
            "unknown variant 'nonesuch', expected one of 3check",
        ),
    ],
    ids=" ".join,
)
def test_invalid_arguments_are_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    command = [sys.executable, str(SCRIPTS / words[0]), *words[1:]]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
