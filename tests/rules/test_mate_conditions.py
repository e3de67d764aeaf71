"""Checkmates that win only with the checks of certain pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import load_one
from reference.described import rules_of

SHATAR = (
    "queen = -\nbers = j\npromotionPieceTypes = j\ncastling = false\n"
    "startFen = rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1"
)
CASES = (
    RuleCase(  # two bishops
        "shatarMateRule = true",
        base=SHATAR,
        fen="7k/8/6K1/8/2B5/8/8/2B5 w - - 0 1",
        moves="c1b2",
        status="draw checkmate",
    ),
    RuleCase(  # a knight
        "shatarMateRule = true",
        base=SHATAR,
        fen="6rk/6pp/8/4N3/8/8/8/4K3 w - - 0 1",
        moves="e5f7",
        status="win b checkmate",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("board", "moves", "status"),
    [
        ("7k/p7/6K1/8/2B5/8/1B6/8 b", "", "draw checkmate"),
        ("7k/p7/6K1/8/8/B7/4B3/R7 w", "a1h1 h8g8 e2c4", "win w checkmate"),  # a rook before
        ("7k/p7/6K1/8/8/B7/4B3/R7 w", "a1h1 h8g8 a3b4 a7a6 e2c4", "draw checkmate"),
        ("6rk/7p/8/4N3/8/8/1B6/4K3 w", "e5f7", "win w checkmate"),  # with a bishop
        ("6k1/5ppp/8/8/8/8/8/J3K3 w", "a1a8", "win w checkmate"),
        ("6k1/p7/8/8/8/8/8/R3K3 w", "a1a7", "draw bare"),
    ],
)
def test_mates_of_shatar(board: str, moves: str, status: str) -> None:
    position = new_position("shatar", f"{board} - - 0 1")
    reference = rules_of(position.variant).from_fen(f"{board} - - 0 1")
    for move in moves.split():
        position.play(move)
        reference = reference.play(move)
    assert (str(position.status()), reference.status()) == (status, status)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("checkmateValue = win", "expected checkmate to win"),
        ("flyingGeneral = true", "a king in check by pieces alone"),
        ("knight = -\nrook = -", "whose check is needed"),
    ],
)
def test_unsupported_combinations_are_refused(lines: str, expected: str, tmp_path: Path) -> None:
    start = "queen = -\nstartFen = 2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1\ncastling = false"
    text = f"[game:chess]\n{start}\npromotionPieceTypes = b\nshatarMateRule = true\n{lines}\n"
    with pytest.raises(VariantError, match=expected):
        load_one(tmp_path / "game.ini", text)
