"""The command that runs benchmarks: it lists them all and finds each by its name."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import pytest

import benchmarks
from benchmarks.outliers import Row, outliers
from helpers.paths import SCRIPTS

SCRIPT = SCRIPTS / "bench.py"
NAMES = [each.name for each in pkgutil.iter_modules(benchmarks.__path__) if each.name[0] != "_"]


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("words", [[], ["nonesuch"]])
def test_without_a_benchmark_all_are_listed(words: list[str]) -> None:
    done = bench(*words)
    assert done.returncode == 2
    usage, _, *lines = done.stderr.splitlines()
    assert usage == "usage: bench.py NAME [OPTION...]"
    assert [line.split()[0] for line in lines] == sorted(NAMES)
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_can_be_imported_and_run(name: str) -> None:
    assert callable(importlib.import_module(f"benchmarks.{name}").main)


def test_options_go_to_the_benchmark() -> None:
    done = bench("makes", "chess", "2", "--rounds", "1")
    assert done.returncode == 0
    assert done.stdout.startswith("chess depth 2: 400 leaves made, ")


def test_outliers_are_shallow_for_their_moves_or_rich_in_quiescence() -> None:
    usual = [Row(f"usual{n}", 12 - n / 10 + n % 3 / 5, 0.1 + n % 5 / 50, 10 + n) for n in range(40)]
    shallow, noisy, rare = Row("shallow", 3, 0.1, 20), Row("noisy", 9, 0.98, 30), Row("r", 20, 0, 9)
    listed = [row for row, _, _ in outliers([*usual, shallow, noisy, rare], limit=5)]
    assert listed == [shallow, noisy]
