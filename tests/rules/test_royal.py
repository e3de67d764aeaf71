"""Royal pieces: what checkmate is worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "checkmateValue = win",
        fen="R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        status="win b checkmate",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
