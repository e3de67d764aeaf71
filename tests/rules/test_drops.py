"""Drops: pieces that are put on the board from the hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        fen_without="4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        allowed="N@e4",
    ),
    RuleCase(
        "capturesToHand = true",
        base="pieceDrops = true",
        fen="4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1",
        moves="e4d5 e8f8",
        allowed="N@a1",
    ),
    RuleCase(
        "dropChecks = false",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
        forbidden="R@a8",
    ),
    RuleCase(
        "mustDrop = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        forbidden="e1e2",
    ),
    RuleCase(
        "mustDropType = b",
        base="pieceDrops = true\nmustDrop = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        allowed="e1e2",
    ),
    RuleCase(
        "dropLoop = true",
        base="pieceDrops = true\ncapturesToHand = true",
        fen="7r/P3k3/8/8/8/8/8/4K3[] w - - 0 1",
        moves="a7a8q h8a8 e1e2",
        allowed="Q@d4",
    ),
    RuleCase(
        "firstRankPawnDrops = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
        allowed="P@a1",
    ),
    RuleCase(
        "promotionZonePawnDrops = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
        allowed="P@a8",
    ),
    RuleCase(
        "dropRegionWhite = *3",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        forbidden="N@e4",
    ),
    RuleCase(
        "sittuyinRookDrop = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
        forbidden="R@a4",
    ),
    RuleCase(
        "dropPromoted = true",
        base="pieceDrops = true\npromotedPieceType = n:r",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        allowed="+N@c3",
    ),
    RuleCase(
        "dropNoDoubled = n",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/4N3/4K3[N] w - - 0 1",
        forbidden="N@e4",
    ),
    RuleCase(
        "dropNoDoubledCount = 2",
        base="pieceDrops = true\ndropNoDoubled = n",
        fen="4k3/8/8/8/8/8/4N3/4K3[N] w - - 0 1",
        allowed="N@e4",
    ),
    RuleCase(
        "shogiPawnDropMateIllegal = true",
        base="pieceDrops = true\nshogiPawn = s",
        fen="5N1k/8/8/8/8/8/6R1/4K3[S] w - - 0 1",
        forbidden="S@h7",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
