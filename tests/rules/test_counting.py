"""A nearly bare side counts its moves to a draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "countingRule = makruk",
        parent="makruk",
        base="countingRule = none",
        fen="4k3/8/8/8/8/8/8/R3K2R w - 16 16 1",
        fen_without="4k3/8/8/8/8/8/8/R3K2R w - - 16 1",
        moves="a1a2",
        status="draw counting",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
