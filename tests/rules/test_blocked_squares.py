"""Squares that are blocked at random in every new game."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine.errors import VariantError
from amalthea.engine.new_games import new_game
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import load_one

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
