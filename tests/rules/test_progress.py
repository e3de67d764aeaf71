"""A draw after many moves without progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "nMoveRule = 1",
        fen="4k3/8/8/8/8/8/8/N3K2R w - - 1 1",
        moves="a1b3",
        status="draw fiftymove",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
