"""A side with nothing but a royal piece loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check
from reference.described import rules_of

KINGLESS = (
    "king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k"
)
CASES = (
    RuleCase(
        "bareRoyalLoses = true",
        fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        base=KINGLESS,
        status="win w bare",
    ),
    RuleCase(
        "bareRoyalMinorTypes = r",
        fen="4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        base=f"{KINGLESS}\nbareRoyalLoses = true",
        status="ongoing",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("board", "status"),
    [
        ("12/12/12/12/6k5/12/4G7/6K5/12/12/12/12", "win w bare"),
        ("12/12/12/12/6k5/5G6/12/6K5/12/12/12/12", "ongoing"),  # the gold can be captured
        ("12/12/12/12/6k5/5GG5/12/6K5/12/12/12/12", "win w bare"),  # not both of them
        ("12/12/12/12/6k5/5K6/12/4G7/12/12/12/12", "ongoing"),  # kings may be captured
        ("12/12/12/12/6k5/12/4P7/6K5/12/12/12/12", "ongoing"),  # a pawn is not enough
        ("12/12/12/12/6k5/12/4+P7/6K5/12/12/12/12", "win w bare"),
        ("4P7/12/12/12/6k5/12/12/6K5/12/12/12/l10l", "draw bare"),  # these can never move
        ("12/12/12/12/6k5/12/12/6+E5/12/12/12/12", "draw bare"),
        ("12/12/12/12/6k5/6K5/12/12/12/12/12/12", "ongoing"),
    ],
)
def test_bare_royal_pieces_lose_by_the_rules_of_chu_shogi(board: str, status: str) -> None:
    position = new_position("chu", f"{board} w - - 0 1")
    reference = rules_of(position.variant).from_fen(f"{board} w - - 0 1")
    assert (str(position.status()), reference.status()) == (status, status)


def test_a_game_without_pieces_that_must_not_be_lost_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bare.ini"
    text = "[bare:chess]\nking = -\ncommoner = k\ncastling = false\nstalemateValue = loss\n"
    file.write_text(f"{text}bareRoyalLoses = true\n", encoding="utf-8")
    with pytest.raises(VariantError, match="expected `extinctionPieceTypes`"):
        variant_files.load(str(file))
