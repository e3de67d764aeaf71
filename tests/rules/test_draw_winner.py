"""The winner of a draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "materialCounting = blackdrawodds",
        fen="k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
        status="win b stalemate",
    ),
    RuleCase(
        "materialCounting = unweighted",
        fen="k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
        status="win w stalemate",
    ),
    RuleCase(  # a rook has 13 points, a queen none
        "materialCounting = janggi",
        fen="k7/2Q5/1K6/8/8/8/8/7R b - - 0 1",
        status="win w stalemate",
    ),
    RuleCase(
        "materialCounting = janggi",
        fen="k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
        status="win b stalemate",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
