"""A side that has given enough checks wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        (
            "checkCounting = true\n"
            "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
        ),
        fen="4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1",
        fen_without="4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        moves="a1a8",
        status="win w checks",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
