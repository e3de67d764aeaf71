"""The `info` line, as this engine writes it and as any engine may."""

from __future__ import annotations

import pytest

from amalthea.engine.search.reports import Score
from amalthea.protocol.uci_client.info_lines import InfoLine, info_line, read_info
from helpers.fake_pool import info


@pytest.mark.parametrize(
    "score", [Score(25), Score(-3, mate=True), Score(9, False, "lower"), Score(9, False, "upper")]
)
def test_a_line_is_read_as_it_was_written(score: Score) -> None:
    report = info(7, "e2e4", "e7e5", nodes=123, score=score)
    found = read_info(info_line(report, show_wdl=True))
    assert found
    assert (found.depth, found.seldepth, found.multipv) == (7, 7, 1)
    assert (found.nodes, found.nps, found.hashfull, found.time) == (123, 1000, 7, 42)
    assert (found.score, found.wdl, found.pv) == (score, report.wdl, report.pv)
    assert found.exact == (score.bound == "exact")


@pytest.mark.parametrize("line", ["", "bestmove e2e4", "info string score cp 3", "information"])
def test_other_lines_give_none(line: str) -> None:
    assert read_info(line) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("info", InfoLine()),
        ("info depth lots score cp many", InfoLine()),
        ("info depth", InfoLine()),
        ("info score mate", InfoLine()),
        ("info score cp 12 multipv 2", InfoLine(multipv=2, score=Score(12))),
        ("info currmove e2e4 currmovenumber 3", InfoLine(currmove="e2e4", currmovenumber=3)),
        ("info cpuload 30 depth 4", InfoLine(depth=4)),
        ("info wdl 1 2", InfoLine()),
        ("info depth 3 pv", InfoLine(depth=3)),
    ],
)
def test_missing_or_invalid_numbers_give_none(line: str, expected: InfoLine) -> None:
    assert read_info(line) == expected


def test_only_the_best_exact_line_counts() -> None:
    lines = ["score cp 1", "score cp 1 multipv 1", "score cp 1 multipv 2", "score cp 1 lowerbound"]
    found = [read_info(f"info depth 3 {line}") for line in lines]
    assert [each and each.exact for each in found] == [True, True, False, False]
