"""A side that has given enough checks wins."""

from __future__ import annotations

from pathlib import Path

import pytest

import amalthea
from amalthea.engine.errors import FenError
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


@pytest.mark.parametrize(("side", "left"), [("w", "0+3"), ("b", "3+0"), ("b", "+0+3")])
def test_the_side_to_move_has_not_given_all_its_checks(side: str, left: str) -> None:
    with pytest.raises(FenError, match=f"the side to move, '{side}', cannot have given"):
        amalthea.Position("3check", f"4k3/8/8/8/8/8/8/R3K3 {side} - - {left} 0 1")


def test_the_side_that_has_just_moved_may_have_given_all_its_checks() -> None:
    position = amalthea.Position("3check", "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1")
    assert position.is_over()
