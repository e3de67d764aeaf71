"""Which pieces are pawns."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "pawnTypes = c",
        base="customPiece1 = c:fmWfcF",
        fen="8/C6k/8/8/8/8/8/4K3 w - - 0 1",
        allowed="a7a8q",
        forbidden="a7a8",
    ),
    RuleCase(
        "nMoveRuleTypes = n",
        base="nMoveRule = 1",
        fen="4k3/8/8/8/8/8/8/N3K2R w - - 1 1",
        moves="a1b3",
        status="ongoing",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
