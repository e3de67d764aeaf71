"""A king in check may only capture the checking piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "makpongRule = true",
        fen="4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
        forbidden="e1e2",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
