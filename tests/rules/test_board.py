"""The size of the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        ("maxFile = j\nmaxRank = 9\nstartFen = 4k5/10/10/10/10/10/10/10/R3K5 w - - 0 1"),
        fen="4k5/10/10/10/10/10/10/10/R3K5 w - - 0 1",
        fen_without="4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        allowed="a1a9",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
