"""A side that can capture must."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "mustCapture = true",
        fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        forbidden="e1e2",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
