"""Piece types: soldiers, moves of a rank, squares that a piece may not leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "soldierPromotionRank = 5",
        base="soldier = s",
        fen="4k3/8/8/8/8/S7/8/4K3 w - - 0 1",
        forbidden="a3b3",
    ),
    RuleCase(
        "rankMoves = c@1:A",
        base="customPiece1 = c:W",
        fen="4k3/8/8/8/8/8/8/C3K3 w - - 0 1",
        allowed="a1c3",
    ),
    RuleCase(
        "mobilityRegionWhiteRook = a* b*",
        forbidden="a1c1 a1d1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
