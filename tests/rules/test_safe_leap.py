"""The king's leap needs safe squares on its way."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "safeLeap = true",
        base="king = k:KimD\ncastling = false\nrights = e1:k",
        fen="4k3/8/8/8/8/8/5r2/4K3 w E - 0 1",
        fen_without="",
        forbidden="e1g1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
