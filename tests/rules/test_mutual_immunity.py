"""Pieces of some types do not capture their own type."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "mutuallyImmuneTypes = q",
        fen="3qk3/8/8/8/8/8/3Q4/4K3 w - - 0 1",
        forbidden="d2d8",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
