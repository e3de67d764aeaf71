"""Citadels: squares that most pieces may not enter, where a royal piece finds a draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check

BASE = "castling = false"
CITADELS = "citadelWhite = h1\ncitadelBlack = a8"
CASES = (
    RuleCase(  # a rook may pass a citadel, but not stay there
        f"{CITADELS}\ncitadelTypes = k",
        fen="4k3/8/8/8/8/8/7P/R3K3 w - - 0 1",
        base=BASE,
        forbidden="a1a8",
    ),
    RuleCase(  # nor does it give check there
        f"{CITADELS}\ncitadelTypes = k\ncitadelGuardTypes = k",
        fen="k7/7p/8/8/8/8/8/R3K3 b - - 0 1",
        base=BASE,
        allowed="h7h6",
    ),
    RuleCase(  # the king on b7 goes to Black's citadel
        f"{CITADELS}\ncitadelTypes = k",
        fen="8/1K6/8/8/8/8/8/4k3 w - - 0 1",
        base=BASE,
        moves="b7a8",
        status="draw goal",
    ),
    RuleCase(  # its own is closed to it, and open to the knight
        f"{CITADELS}\ncitadelTypes = k\ncitadelGuardTypes = n",
        fen="4k3/8/8/8/8/6N1/6K1/8 w - - 0 1",
        base=BASE,
        forbidden="g2h1",
    ),
    RuleCase(
        "citadelGuardTypes = n",
        fen="4k3/8/8/8/8/6N1/6K1/8 w - - 0 1",
        base=f"{BASE}\n{CITADELS}\ncitadelTypes = k",
        allowed="g3h1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


def test_citadels_that_no_piece_may_enter_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "case.ini"
    file.write_text(f"[case:chess]\n{CITADELS}\n", encoding="utf-8")
    with pytest.raises(VariantError, match="expected `citadelTypes`"):
        variant_files.load(str(file))
