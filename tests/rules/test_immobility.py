"""No piece may go where it could never move again."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "immobilityIllegal = true",
        base="customPiece1 = c:fW",
        fen="4k3/C7/8/8/8/8/8/4K3 w - - 0 1",
        forbidden="a7a8",
    ),
    RuleCase(  # a hopper that goes forward only
        "immobilityIllegal = true",
        base="customPiece1 = c:mfRcfpR",
        fen="4k3/8/2C5/8/8/8/8/4K3 w - - 0 1",
        forbidden="c6c8",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
