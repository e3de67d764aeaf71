"""Kings may not face each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "flyingGeneral = true",
        fen="4k3/8/8/8/8/8/8/3K4 w - - 0 1",
        forbidden="d1e1",
    ),
    RuleCase(
        "flyingGeneralDiagonals = true",
        base="flyingGeneral = true",
        fen="8/6k1/8/8/8/8/8/1K6 w - - 0 1",
        forbidden="b1b2",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
