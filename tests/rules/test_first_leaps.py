"""King and fers may leap with their first move; a rook that aims at the king ends its right."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

BASE = "startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\ngating = true"
CASES = (
    RuleCase(
        "cambodianMoves = true",
        base=BASE,
        parent="makruk",
        fen="",
        allowed="d1b2 d1f2",
        fen_without="rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    ),
    RuleCase(
        "gating = true",
        base=BASE.removesuffix("\ngating = true") + "\ncambodianMoves = true",
        parent="makruk",
        fen="3k4/8/8/8/8/8/8/3KM3 w E - 0 1",
        allowed="e1e3",
        fen_without="3k4/8/8/8/8/8/8/3KM3 w - - 0 1",
    ),
    RuleCase(  # the rook comes to the king's rank, where another piece is in between
        "cambodianMoves = true",
        base=BASE,
        parent="makruk",
        fen="1k5r/8/8/8/8/8/8/3KMN2 b DE - 0 1",
        moves="h8h1",
        shown=" w E ",
        fen_without="1k5r/8/8/8/8/8/8/3KMN2 b - - 0 1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
