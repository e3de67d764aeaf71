"""A game may be over as soon as no square is empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

BASE = "adjudicateFullBoard = false\nmaterialCounting = none"
FULL = "/".join(["PPPPPPPP"] * 5 + ["pppppppp"] * 3) + "[Pp] b - - 0 1"
CASES = (
    RuleCase("adjudicateFullBoard = true", FULL, status="draw full", base=BASE, parent="flipersi"),
    RuleCase(
        "adjudicateFullBoard = true\nmaterialCounting = unweighted",
        FULL,
        status="win w full",
        base=BASE,
        parent="flipersi",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
