"""Kings that face each other are parted, or a pass ends the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from helpers.rule_cases import RuleCase, check

FACING = "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1"
FACING_IN_CHECK = "9/4k4/9/9/r8/2c6/9/9/4K3r/9 w - - 0 1"
CASES = (
    RuleCase("bikjangRule = true", parent="janggicasual", fen=FACING, forbidden="e2e1 a1a9 e2e3"),
    RuleCase(
        "bikjangRule = true",
        parent="janggicasual",
        fen=FACING,
        moves="e2e2",
        status="draw facing",
    ),
    RuleCase(  # a pass is legal even in check
        "bikjangRule = true", parent="janggicasual", fen=FACING_IN_CHECK, allowed="e2e2"
    ),
    RuleCase(  # the side that comes to face the enemy leaves the choice to it
        "bikjangRule = true",
        parent="janggicasual",
        fen="4k4/9/9/9/9/9/9/9/3K5/R8 w - - 0 1",
        moves="d2e2 e10e10",
        status="draw facing",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        (FACING, "win w facing"),
        (FACING.replace("R8", "9"), "win b facing"),  # none has points: Black begins with some
        ("4k4/p8/9/9/9/9/9/9/4K4/4A4 w - - 0 1", "win b facing"),  # three to two and one and a half
    ],
)
def test_points_decide_in_tournaments_when_kings_face_each_other(fen: str, status: str) -> None:
    position = new_position("janggi", fen)
    position.play("e2e2")
    assert str(position.status()) == status
