"""Pseudo-royal pieces: the last one may not be left attacked."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "extinctionPseudoRoyal = true",
        base=(
            "king = -\n"
            "commoner = k\n"
            "castling = false\n"
            "extinctionValue = loss\n"
            "extinctionPieceTypes = k"
        ),
        fen="4r1k1/8/8/8/8/8/8/4K3 w - - 0 1",
        forbidden="e1e2",
    ),
    RuleCase(  # a drop has to end the attack, and a king is not dropped on an attacked square
        "extinctionPseudoRoyal = true",
        base=(
            "king = -\n"
            "commoner = k\n"
            "castling = false\n"
            "pieceDrops = true\n"
            "extinctionValue = loss\n"
            "extinctionPieceTypes = k"
        ),
        fen="4r1k1/8/8/8/8/8/8/4K3[NK] w - - 0 1",
        forbidden="N@a1 K@e5 e1e2",
    ),
    RuleCase(
        "dupleCheck = true",
        base=(
            "king = -\n"
            "commoner = k\n"
            "castling = false\n"
            "extinctionValue = loss\n"
            "extinctionPieceTypes = k\n"
            "extinctionPseudoRoyal = true"
        ),
        fen="rr4k1/8/8/8/8/8/7P/KK6 w - - 0 1",
        forbidden="h2h3",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
