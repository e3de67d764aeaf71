"""Stalemate: the result of a side without a legal move."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "stalemateValue = loss",
        fen="k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
        status="win w stalemate",
    ),
    RuleCase(
        "stalematePieceCount = true",
        base="stalemateValue = loss",
        fen="k7/2Q5/1K6/8/p7/p7/P7/8 b - - 0 1",
        status="draw stalemate",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
