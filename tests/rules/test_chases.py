"""A side that chases a piece loses by the repetition."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "chasingRule = axf",
        parent="xiangqi",
        base="chasingRule = none",
        fen="3k5/9/9/9/c8/9/9/9/9/1R2K4 w - - 0 1",
        moves="b1a1 a6b6 a1b1 b6a6 b1a1 a6b6 a1b1 b6a6",
        status="win b repetition",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
