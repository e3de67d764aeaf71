"""Lines and blocks of pieces that win."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "connectN = 3\nconnectPieceTypes = n",
        fen="4k3/8/8/8/NN6/8/3N4/4K3 w - - 0 1",
        moves="d2c4",
        status="win w line",
    ),
    RuleCase(
        "connectHorizontal = false",
        base="connectN = 3\nconnectPieceTypes = n",
        fen="4k3/8/8/8/NN6/8/3N4/4K3 w - - 0 1",
        moves="d2c4",
        status="ongoing",
    ),
    RuleCase(
        "connectVertical = false",
        base="connectN = 3\nconnectPieceTypes = n",
        fen="4k3/8/8/8/2N5/2N5/8/4N2K w - - 0 1",
        moves="e1c2",
        status="ongoing",
    ),
    RuleCase(
        "connectDiagonal = false",
        base="connectN = 3\nconnectPieceTypes = n",
        fen="4k3/8/8/3N2N1/2N5/8/8/4K3 w - - 0 1",
        moves="g5e6",
        status="ongoing",
    ),
    RuleCase(
        "connectNxN = 2\nconnectPieceTypes = n",
        fen="4k3/8/8/8/NN6/N7/3N4/4K3 w - - 0 1",
        moves="d2b3",
        status="win w line",
    ),
    RuleCase(
        "collinearN = 3\nconnectPieceTypes = n",
        fen="4k3/8/8/8/N6N/8/4N3/4K3 w - - 0 1",
        moves="e2d4",
        status="win w line",
    ),
    RuleCase(
        "connectValue = loss",
        base="connectN = 3\nconnectPieceTypes = n",
        fen="4k3/8/8/8/NN6/8/3N4/4K3 w - - 0 1",
        moves="d2c4",
        status="win b line",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
