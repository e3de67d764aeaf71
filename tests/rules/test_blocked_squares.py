"""Blocked squares: drawn at random for every new game, or shown by a FEN."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError, VariantError
from amalthea.engine.new_games import new_game
from helpers.described_comparison import compare_walk
from helpers.games import army
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import load_one
from reference.described import rules_of

if TYPE_CHECKING:
    from helpers.sample import Sample

CASES = (RuleCase("startFen = 4k3/8/8/8/8/8/*7/R3K3 w - - 0 1", fen="", allowed="a1b1"),)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_passes_over_a_blocked_square(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


def test_the_pieces_of_the_first_position_stay(tmp_path: Path) -> None:
    game = load_one(tmp_path / "blocked.ini", "[blocked:capahouse]\nblockedSquares = 20\n")
    for _ in range(5):
        fen = new_game(game).fen
        assert fen.count("*") == 20
        assert [each for each in fen if each.isalpha()] == [
            each for each in game.start if each.isalpha()
        ]
    with pytest.raises(VariantError, match="41 blocked squares, expected at most the 40 empty"):
        load_one(tmp_path / "blocked.ini", "[blocked:capahouse]\nblockedSquares = 41\n")


def test_every_new_game_draws_its_own_squares(tmp_path: Path) -> None:
    game = load_one(tmp_path / "blocked.ini", "[blocked:gochess]\nblockedSquares = 7\n")
    starts = {new_game(game).fen for _ in range(5)}
    assert {fen.count("*") for fen in starts} == {7}
    assert len(starts) > 1
    for fen in starts:
        assert new_position(game, fen).fen() == fen


ATAXX = (  # as servers have them
    "P2*2p/7/3*3/*1*1*1*/3*3/7/p2*2P w - - 0 1",
    "P5p/1*3*1/7/3*3/7/1*3*1/p5P w - - 0 1",
    "P*3*p/*5*/7/7/7/*5*/p*3*P w - - 0 1",
)


@pytest.mark.parametrize("fen", ATAXX)
def test_a_fen_may_block_squares(fen: str, sample: Sample) -> None:
    game = army("ataxx")
    assert new_position(game, fen).fen() == fen
    for seed in range(sample(3, 50)):
        compare_walk(game, rules_of(game), random.Random(seed), Counter(), fen=fen)


def test_a_side_shut_in_by_blocked_squares_passes() -> None:
    position = new_position("ataxx", "p***3/****3/****3/****3/7/7/6P b - - 0 1")
    (move,) = position.legal_moves()
    position.play(move)
    assert position.fen().split()[1] == "w"


def test_only_games_that_say_so_read_blocked_squares(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/3*4/8/3P4/4K3 w - - 0 1"
    with pytest.raises(FenError, match=r"rank 4 .* chess has no blocked squares"):
        new_position("chess", fen)
    game = load_one(tmp_path / "blocked.ini", "[open:chess]\nblockedSquaresInFen = true\n")
    moves = new_position(game, fen).legal_moves()
    assert "d2d3" in moves
    assert "d2d4" not in moves
