"""Mate problems of games with hands: the side that mates may lack its king."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from amalthea import Position, new_position, variants
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.variant import PiecesVariant
from helpers.described_comparison import compare_walk
from helpers.sample import one_in
from reference.described import rules_of

PROBLEMS = {  # by game: with a king on one side alone
    "shogi": "4k4/9/4P4/9/9/9/9/9/9[GRPPPbbgg] w - - 0 1",
    "crazyhouse": "r1bqkbnr/pppp1p1p/2n3p1/4p2Q/2B1P3/8/PPPP1PPP/RNB3NR[Pp] w kq - 0 4",
    "minishogi": "4k/5/4P/5/5[GSbr] w - - 0 1",
    "kyotoshogi": "4k/5/4P/5/5[GSlr] w - - 0 1",
    "xiangqihouse": "4k4/9/3R5/9/9/9/9/9/9/9[RCn] w - - 0 1",
    "shinobi": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/LH1CM1HL[LHMMDJ] w kq - 0 1",
    "seirawan": "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQ - 0 1",
}


def game_of(name: str) -> PiecesVariant:
    game = variants.get(name)
    assert isinstance(game, PiecesVariant)
    return game


@pytest.mark.parametrize(
    ("name", "fen", "move"),
    [
        ("shogi", "4k4/9/4P4/9/9/9/9/9/9[G] w - - 0 1", "G@e8"),
        ("minishogi", "4k/5/4P/5/5[G] w - - 0 1", "G@e4"),
        ("crazyhouse", "6k1/5ppp/8/8/8/8/8/8[R] w - - 0 1", "R@e8"),
    ],
)
def test_a_side_without_a_king_mates(name: str, fen: str, move: str) -> None:
    position = Position(name, fen)
    assert not position.is_check()
    position.push(move)
    assert str(position.status) == "win w checkmate"


@pytest.mark.parametrize("name", one_in(2, PROBLEMS))
def test_the_slow_rules_agree(name: str) -> None:
    game, rng = game_of(name), random.Random(name)
    for _ in range(2):
        compare_walk(game, rules_of(game), rng, Counter(), fen=PROBLEMS[name])


@pytest.mark.parametrize(
    ("name", "fen", "reason"),
    [
        ("shogi", "9/9/4P4/9/9/9/9/9/9[G] w - - 0 1", "White has 0 kings, expected one"),
        ("shogi", "4k4/9/4k4/9/9/9/9/9/9[G] w - - 0 1", "2 kings"),
        ("chess", "4k3/8/8/8/8/8/8/4R3 w - - 0 1", "White has 0 kings, expected one"),
    ],
)
def test_other_boards_have_a_king_on_both_sides(name: str, fen: str, reason: str) -> None:
    with pytest.raises(FenError, match=reason):
        new_position(name, fen)
