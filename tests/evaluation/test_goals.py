"""Where squares or checks win, the evaluation draws its side there."""

from __future__ import annotations

import pytest

from engine.evaluation import HandWritten
from engine.games import judged
from engine.kinds.army.nearness import nearness
from games import army


def test_nearness_counts_a_pieces_own_moves() -> None:
    hill = army("kingofthehill")
    near = nearness(hill.piece("K"), hill, 0)
    assert near[3, 3] == near[4, 4] == 1
    assert near[0, 0] == near[7, 3] == 0
    assert near[2, 2] == near[2, 5] == pytest.approx(2 / 3)


def test_a_piece_without_a_goal_is_near_none() -> None:
    hill = army("kingofthehill")
    assert nearness(hill.piece("Q"), hill, 0) == {}
    assert nearness(army("chess").piece("K"), army("chess"), 0) == {}


@pytest.mark.parametrize(
    ("game", "near", "far"),
    [
        ("kingofthehill", "8/8/2K5/8/8/8/8/7k w - - 0 1", "7K/8/8/8/8/8/8/7k w - - 0 1"),
        ("racingkings", "8/4K3/8/8/8/8/k7/8 w - - 0 1", "8/8/8/8/8/8/k3K3/8 w - - 0 1"),
    ],
)
def test_a_king_near_his_goal_is_worth_more(game: str, near: str, far: str) -> None:
    def score(fen: str) -> int:
        return judged(army(game), fen, (), HandWritten())[1].score()

    assert score(near) > score(far) + 50


@pytest.mark.parametrize(
    ("left", "worth"),
    [("3+3", (0, 0)), ("2+3", (167, 0)), ("1+3", (667, 0)), ("1+2", (667, 167))],
)
def test_checks_given_are_worth_more_the_fewer_are_left(left: str, worth: tuple[int, int]) -> None:
    fen = f"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - {left} 0 1"
    plain = fen.replace(left, "3+3")
    by_hand = judged(army("3check"), fen, (), HandWritten())[1]
    listed, total = by_hand.terms()
    assert ("checks given", *worth) in listed
    level = judged(army("3check"), plain, (), HandWritten())[1].score()
    assert total == level + worth[0] - worth[1]
