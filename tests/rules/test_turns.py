"""Pieces that turn into others at the end of their move."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "settings = s:l l:s",
        base="customPiece1 = s:fR\ncustomPiece2 = l:flB",
        fen="4k3/8/8/8/8/8/8/S3K3 w - - 0 1",
        allowed="a1a1l a1a4l",
        slow=False,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
