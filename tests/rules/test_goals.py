"""Goals: pieces that win by reaching squares."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "flagPiece = k\nflagRegionWhite = e8\nflagRegionBlack = e1",
        fen="8/4K3/8/8/8/8/k7/8 w - - 0 1",
        moves="e7e8",
        status="win w goal",
    ),
    RuleCase(
        "flagRegion = *4",
        fen="4k3/8/8/8/8/8/1N6/4K3 w - - 0 1",
        moves="b2c4",
        status="win w goal",
    ),
    RuleCase(
        "flagPieceCount = 2",
        base="flagPiece = n\nflagRegion = *4",
        fen="4k3/8/8/8/8/8/1N6/4K3 w - - 0 1",
        moves="b2c4",
        status="ongoing",
    ),
    RuleCase(
        "flagMove = true",
        base="flagPiece = k\nflagRegion = *8",
        fen="8/K6k/8/8/8/8/8/8 w - - 0 1",
        moves="a7a8",
        status="ongoing",
    ),
    RuleCase(
        "flagPieceSafe = true",
        base="flagPiece = n\nflagRegion = *4",
        fen="2r1k3/8/8/8/8/8/1N6/4K3 w - - 0 1",
        moves="b2c4",
        status="ongoing",
    ),
    RuleCase(
        "flagPieceBlockedWin = true",
        base=("flagPiece = n\nflagRegionWhite = a4 b4\nflagPieceCount = 2"),
        fen="4k3/8/8/8/P7/8/2N5/4K3 w - - 0 1",
        moves="c2b4",
        status="win w goal",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
