"""Positions that occur again."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "nFoldRule = 2",
        fen="4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1",
        moves="g1f3 g8f6 f3g1 f6g8",
        status="draw repetition",
    ),
    RuleCase(
        "nFoldValue = loss",
        base="nFoldRule = 2",
        fen="r3k1n1/8/8/8/8/8/8/R3K1N1 w - - 0 1",
        moves="g1f3 g8f6 f3g1 f6g8",
        status="win b repetition",
    ),
    RuleCase(
        "nFoldValueAbsolute = true",
        base="nFoldRule = 2\nnFoldValue = win",
        fen="r3k1n1/8/8/8/8/8/8/R3K1N1 b - - 0 1",
        moves="g8f6 g1f3 f6g8 f3g1",
        status="win w repetition",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
