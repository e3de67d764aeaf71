"""Extinction: a side that has lost its pieces of a type."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "extinctionValue = loss\nextinctionPieceTypes = n",
        fen="4k3/8/8/8/8/8/n7/R3K2N w - - 0 1",
        moves="a1a2",
        status="win w extinction",
    ),
    RuleCase(
        "extinctionPieceCount = 1",
        base="extinctionValue = loss\nextinctionPieceTypes = n",
        fen="4k3/8/8/8/7n/8/n7/R3K1NN w - - 0 1",
        moves="a1a2",
        status="win w extinction",
    ),
    RuleCase(
        "extinctionOpponentPieceCount = 2",
        base="extinctionValue = loss\nextinctionPieceTypes = n",
        fen="4k3/8/8/8/8/8/n7/R3K2N w - - 0 1",
        moves="a1a2",
        status="ongoing",
    ),
    RuleCase(
        "extinctionClaim = true",
        base=("extinctionValue = loss\nextinctionPieceTypes = n\nextinctionOpponentPieceCount = 1"),
        fen="4k3/8/8/8/8/8/n7/R3K2N w - - 0 1",
        moves="a1a2",
        status="ongoing",
    ),
    RuleCase(
        "pieceDrops = true\nstartFen = 3qk3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
        base="extinctionValue = loss\nextinctionPieceTypes = q",
        fen="3qk3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
        fen_without="3qk3/8/8/8/8/8/8/4K3 w - - 0 1",
        status="ongoing",
    ),
    RuleCase(
        "pieceDrops = true\ncapturesToHand = true\nstartFen = 4k3/8/8/8/8/8/n7/R3K2N[] w - - 0 1",
        base="extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
        "extinctionOpponentPieceCount = 4",
        fen="4k3/8/8/8/8/8/n7/R3K2N[] w - - 0 1",
        fen_without="4k3/8/8/8/8/8/n7/R3K2N w - - 0 1",
        moves="a1a2",
        status="win w bare",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
