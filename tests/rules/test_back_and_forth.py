"""A side that moves one piece back and forth loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from helpers.rule_cases import RuleCase, check

ROOKS = "r3k4/9/9/9/9/9/9/9/4K4/8R w - - 0 1"
KEY = "moveRepetitionIllegal = true"
BLACK = ("a10a9", "a9a8", "a8a7", "a7a6", "a6a5", "a5a4")
HERE, THERE = "i1i2", "i2i1"


def game(*white: str) -> str:
    """Return White's moves with a march of Black's rook between them."""
    moves = [each for pair in zip(white, BLACK, strict=False) for each in pair]
    return " ".join(moves[:-1])


LOST = game("i3i1", HERE, THERE, HERE, THERE)
FROM = "r3k4/9/9/9/9/9/9/8R/4K4/9 w - - 0 1"
CASES = (
    RuleCase(KEY, parent="janggicasual", fen=FROM, moves=LOST, status="win b repetition"),
    RuleCase(  # a pass before the last move changes nothing
        KEY,
        parent="janggicasual",
        fen=FROM,
        moves=game("i3i1", HERE, THERE, HERE, "e2e2", THERE),
        status="win b repetition",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        (FROM, game("i3i1", HERE, THERE, HERE)),  # once less
        (ROOKS, game(HERE, THERE, HERE, THERE)),  # it stood there from the beginning
        (FROM, game("i3i1", HERE, THERE, "e2e2", HERE, THERE)),  # a pass earlier
        ("r3k4/9/9/9/9/9/9/8R/8r/4K4 w - - 0 1", "i3i2 a10a9"),  # a capture
        # Guards stay with their own king.
        (
            "r3k4/9/9/9/9/9/9/3A5/4K4/9 w - - 0 1",
            game("d3d2", "d2d1", "d1d2", "d2d1", "d1d2"),
        ),
    ],
)
def test_other_moves_do_not_lose(fen: str, moves: str) -> None:
    position = new_position("janggimodern", fen)
    for move in moves.split():
        position.play(move)
    assert str(position.status()) == "ongoing"


def test_a_side_that_must_answer_checks_does_not_lose() -> None:
    position = new_position("janggimodern", "4k4/9/9/9/9/9/9/9/9/4K3r w - - 0 1")
    for move in ["e1e2", "i1i2", "e2e1", "i2i1", "e1e2", "i1i2", "e2e1", "i2i1", "e1e2"]:
        position.play(move)
    assert str(position.status()) == "ongoing"
