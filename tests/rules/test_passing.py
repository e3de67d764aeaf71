"""A side may pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "pass = true",
        base="castling = false",
        allowed="e1e1",
    ),
    RuleCase(
        "passWhite = true",
        base="castling = false",
        allowed="e1e1",
    ),
    RuleCase(
        "passOnStalemate = true",
        "7k/8/8/8/8/1q6/8/K7 w - - 0 1",
        base="castling = false",
        allowed="a1a1",
    ),
    RuleCase(
        "passOnStalemateWhite = true",
        "7k/8/8/8/8/1q6/8/K7 w - - 0 1",
        base="castling = false",
        allowed="a1a1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
