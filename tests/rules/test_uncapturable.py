"""Pieces that are never captured."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(  # the knight on d8 is safe, the pawn on c5 is not
        "uncapturableTypes = n",
        fen="3nk3/8/8/2p5/8/8/3Q4/2R1K3 w - - 0 1",
        forbidden="d2d8",
    ),
    RuleCase(  # and a check by it is answered by the king alone
        "uncapturableTypes = n",
        fen="4k3/8/8/8/8/3n4/2P5/4K3 w - - 0 1",
        forbidden="c2d3",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("uncapturableTypes = k", "king: a royal piece"),
        (
            "uncapturableTypes = p",
            "pawn: a royal piece, one on two squares, or one that is captured",
        ),
        ("uncapturableTypes = n\nchasingRule = axf", "cannot be combined with explosions"),
    ],
)
def test_unsupported_combinations_are_refused(keys: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "case.ini"
    file.write_text(f"[case:chess]\n{keys}\n", encoding="utf-8")
    with pytest.raises(VariantError, match=expected):
        variant_files.load(str(file))
