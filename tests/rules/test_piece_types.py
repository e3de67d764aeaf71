"""Piece types: soldiers, moves of a rank, squares that a piece may not leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import explain, new_position
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import load_one

CASES = (
    RuleCase(
        "soldierPromotionRank = 5",
        base="soldier = s",
        fen="4k3/8/8/8/8/S7/8/4K3 w - - 0 1",
        forbidden="a3b3",
    ),
    RuleCase(
        "rankMoves = c@1:A",
        base="customPiece1 = c:W",
        fen="4k3/8/8/8/8/8/8/C3K3 w - - 0 1",
        allowed="a1c3",
    ),
    RuleCase(
        "mobilityRegionWhiteRook = a* b*",
        forbidden="a1c1 a1d1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize("moves", ["R", "B", "NN", "W", "cR", "pR"])
def test_moves_of_a_rank_may_repeat_those_of_the_piece(moves: str, tmp_path: Path) -> None:
    text = f"[double:chess]\ncustomPiece1 = c:W{moves}\nrankMoves = c@1:{moves}\n"
    game = load_one(tmp_path / "double.ini", text)
    position = new_position(game, "4k3/8/8/8/8/8/8/C3K3 w - - 0 1")
    assert "a1a2" in position.legal_moves()
    assert explain(position).terms
