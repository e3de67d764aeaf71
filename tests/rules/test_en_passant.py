"""Captures en passant."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "enPassantRegion = *6",
        fen="4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        forbidden="d4e3",
    ),
    RuleCase(
        "enPassantTypes = -",
        fen="4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        forbidden="d4e3",
    ),
    RuleCase(
        "enPassantSteps = 2",
        base="enPassantTypes = -",
        fen="4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        allowed="d4e3",
    ),
    RuleCase(
        "enPassantAlwaysShown = true",
        base="enPassantSteps = 2",
        fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        shown=" e3 ",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
