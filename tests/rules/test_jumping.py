"""Pieces that jump over any number of others, but not over those of a rank that is no lower."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check

JUMPER = "customPiece1 = a:RcppR"
CASES = (
    RuleCase(  # the rook is of a higher rank, the knight and the other jumper of the same one
        "jumpRanks = a:2 r:3 n:2 b:1",
        base=JUMPER,
        fen="7k/8/8/8/q1nPA1rq/4A3/4q3/1K6 w - - 0 1",
        forbidden="e4a4 e4h4 e4e2",
    ),
    RuleCase(  # those of a lower rank, and all that are not named, are no barrier
        "jumpRanks = a:2 b:1",
        base="jumpRanks = a:2 b:2\ncustomPiece1 = a:RcppR",
        fen="7k/8/8/8/q1bPA3/8/8/6K1 w - - 0 1",
        allowed="e4a4",
    ),
    RuleCase(  # the king of the other side may be protected by one that jumps over a crowd
        JUMPER,
        base="customPiece1 = a:R",
        fen="k3r3/8/4p3/4P3/4p3/4A3/8/K7 w - - 0 1",
        allowed="e3e8",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("jumpRanks = n:2", "no piece jumps over any number of pieces"),
        (f"{JUMPER}\njumpRanks = n:0", "expected a rank from 1 to 9"),
        (f"{JUMPER}\njumpRanks = n:two", "expected a rank from 1 to 9"),
        (f"{JUMPER}\njumpRanks = x:2", "no piece has the letter"),
    ],
)
def test_unsupported_values_are_refused(lines: str, error: str, tmp_path: Path) -> None:
    file = tmp_path / "jumping.ini"
    file.write_text(f"[jumping:chess]\n{lines}\n", encoding="utf-8")
    with pytest.raises(VariantError, match=error):
        variant_files.load(str(file))
