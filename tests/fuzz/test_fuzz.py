"""Readers of text and files refuse damaged inputs in one line; scripts/fuzz.py tries for hours."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.errors import FenError
from helpers import fuzzed_readers
from helpers.fuzzed_conversations import Fault
from helpers.fuzzed_readers import PARSERS, Parser, mutants, try_out
from helpers.paths import FUZZ_CORPUS, FUZZ_FAULTS

if TYPE_CHECKING:
    from helpers.sample import Sample


@pytest.fixture(params=PARSERS)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def test_valid_inputs_are_read(name: str, sample: Sample) -> None:
    seeds = list(PARSERS[name].seeds())
    assert seeds
    for data in random.Random(name).sample(seeds, sample(-(-len(seeds) // 24), len(seeds))):
        PARSERS[name].read(data)


def test_changed_inputs_are_read_or_refused_in_one_line(name: str, sample: Sample) -> None:
    seeds = list(PARSERS[name].seeds())
    for data in mutants(seeds, sample(4, 5000), random.Random(name)):
        try_out(PARSERS[name], data)


@pytest.mark.parametrize("path", sorted(FUZZ_FAULTS.glob("*/*")), ids=lambda path: path.name)
def test_inputs_found_earlier_are_handled(path: Path) -> None:
    try_out(PARSERS[path.parent.name], path.read_bytes())


@pytest.mark.parametrize("path", sorted(FUZZ_CORPUS.glob("*.zip")), ids=lambda path: path.stem)
def test_inputs_that_reach_rare_code_are_handled(path: Path, sample: Sample) -> None:
    with zipfile.ZipFile(path) as archive:
        for entry in archive.namelist()[: sample(30, 100_000)]:
            try_out(PARSERS[path.stem], archive.read(entry))


def test_error_of_several_lines_is_a_failure() -> None:
    def broken(_: bytes) -> None:
        raise IndexError

    def wordy(_: bytes) -> None:
        raise FenError("two\nlines")

    with pytest.raises(IndexError):
        try_out(Parser(broken, list), b"")
    with pytest.raises(Fault, match="several lines"):
        try_out(Parser(wordy, list), b"")


def test_slow_input_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzed_readers, "LONGEST_S", 0.0)
    with pytest.raises(Fault, match="took"):
        try_out(Parser(lambda data: sum(range(100_000)), list), b"")
