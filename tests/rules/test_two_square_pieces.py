"""Pieces on two squares, and their quarter turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "twoSquares = w:wide v:tall",
        base="customPiece1 = w:R\ncustomPiece2 = v:R",
        fen="4k3/8/8/8/8/8/8/WW2K3 w - - 0 1",
        allowed="a1b1",
        slow=False,
    ),
    RuleCase(
        "pivots = w:v v:w",
        base=("customPiece1 = w:R\ncustomPiece2 = v:R\ntwoSquares = w:wide v:tall"),
        fen="4k3/8/8/8/8/8/8/WW2K3 w - - 0 1",
        allowed="a1a1v",
        slow=False,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
