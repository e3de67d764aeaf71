"""Double and triple steps of pawns."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "doubleStep = false",
        fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        forbidden="e2e4",
    ),
    RuleCase(
        "doubleStepRegionWhite = *3",
        fen="4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        allowed="e3e5",
    ),
    RuleCase(
        "tripleStepRegionWhite = *2",
        fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        allowed="e2e5",
    ),
    RuleCase(
        "tripleStepRegionBlack = *7",
        fen="4k3/4p3/8/8/8/8/8/4K3 b - - 0 1",
        allowed="e7e4",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
