"""Perpetual check loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "perpetualCheckIllegal = true",
        base="nFoldRule = 2",
        fen="7k/8/8/8/8/8/8/R3K3 w - - 0 1",
        moves="a1a8 h8h7 a8a7 h7h8 a7a8",
        status="win b repetition",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
