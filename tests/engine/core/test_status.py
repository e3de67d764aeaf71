"""Every reason for which a game ends has its words in one list, and nowhere else."""

from __future__ import annotations

import ast
import re

import pytest

from amalthea.engine.core.color import Color
from amalthea.engine.core.status import State, Status, Termination, ending, label
from helpers.paths import ROOT
from helpers.sources import python_files

COMMON = {  # words that code has for other things, too
    "adjudication", "agreement", "bare", "blocked", "checkmate", "checks", "counting",
    "crash", "extinction", "facing", "goal",
    "insufficient", "line", "other", "passes", "plies", "repetition", "rings", "stall", "stalemate",
    "time", "illegal", "garbage", "unable",
}  # fmt: skip
DISTINCTIVE = {each.value for each in Termination} - COMMON
HOME = ROOT / "engine/core/status.py"


@pytest.mark.parametrize("reason", Termination)
def test_a_reason_has_words_for_tables_wins_and_draws(reason: Termination) -> None:
    assert label(reason)
    for winner in (*Color, None):
        text = ending(winner, reason)
        assert text == str(Status(State.WIN, winner, reason).outcome)
        assert re.fullmatch(
            r"(White wins|Black wins|Draw) (by|on|at|after|because) [a-zA-Z -]+", text
        )


def test_a_loser_is_named() -> None:
    assert ending("w", "rings") == "White wins because Black has no ring left"
    assert ending(None, "unable") == "Draw because neither side has a formation left"


def test_reasons_of_another_kind_of_game_are_shown_as_they_are() -> None:
    status = Status(State.WIN, Color.WHITE, "row")
    assert status.ending == "White wins by row"
    assert status.outcome
    assert status.outcome.termination is Termination.OTHER


def test_no_code_spells_a_reason_again() -> None:
    found = []
    for path in python_files():
        if path.is_relative_to(ROOT / "tests") or path == HOME:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in DISTINCTIVE:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.value}")
    assert found == []
