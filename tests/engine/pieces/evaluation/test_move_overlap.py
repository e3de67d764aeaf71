"""The overlap of two pieces: the share of squares that both reach."""

from __future__ import annotations

import pytest

from amalthea.engine.pieces.evaluation.move_overlap import overlap


def on_chessboard(moves: str, others: str) -> float:
    return overlap(moves, others, 8, 8)


@pytest.mark.parametrize("moves", ["K", "N", "Q", "mRcN", "fmWfcF", "mRcpR"])
def test_a_piece_has_all_in_common_with_itself(moves: str) -> None:
    assert on_chessboard(moves, moves) == 1.0


def test_notation_does_not_matter() -> None:
    assert on_chessboard("Q", "RB") == on_chessboard("WF", "K") == 1.0


@pytest.mark.parametrize(("moves", "others"), [("N", "Q"), ("fmWfcF", "fmFfcW"), ("mN", "cN")])
def test_pieces_without_a_common_goal_have_nothing_in_common(moves: str, others: str) -> None:
    assert on_chessboard(moves, others) == 0.0


def test_pieces_that_differ_are_never_alike() -> None:
    assert on_chessboard("R7", "R6") < 1.0
    assert on_chessboard("N", "iN") < 1.0


@pytest.mark.parametrize(
    ("moves", "nearer", "further"),
    [
        ("QN", "Q", "R"),  # the amazon is rather a queen than a rook
        ("RN", "R", "N"),  # a chancellor rather a rook than a knight
        ("mNcB", "B", "N"),  # a piece is rather what it captures like
        ("NW", "N", "RN"),  # rather something weaker than something stronger
        ("nN", "N", "B"),  # a horse that can be blocked is a knight
        ("R4", "R", "Q"),
    ],
)
def test_the_nearer_piece_has_more_in_common(moves: str, nearer: str, further: str) -> None:
    assert on_chessboard(moves, nearer) > on_chessboard(moves, further)
