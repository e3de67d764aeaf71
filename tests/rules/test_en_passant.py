"""Captures en passant."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import load_one

CASES = (
    RuleCase(
        "enPassantRegion = *6",
        fen="4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        forbidden="d4e3",
    ),
    RuleCase(
        "enPassantTypes = -",
        fen="4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        forbidden="d4e3",
    ),
    RuleCase(
        "enPassantSteps = 2",
        base="enPassantTypes = -",
        fen="4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        allowed="d4e3",
    ),
    RuleCase(
        "enPassantAlwaysShown = true",
        base="enPassantSteps = 2",
        fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        moves="e2e4",
        shown=" e3 ",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


def test_a_custom_piece_with_the_sign_of_en_passant_captures_so(tmp_path: Path) -> None:
    """Fairy-Stockfish does the same, unless `enPassantTypes` says which pieces do."""
    lines = "[warriors:chess]\npawn = -\npromotionPieceTypes = -\ncustomPiece1 = p:fmWfceFifmnD\n"
    targets = {}
    for more in ("", "enPassantTypes = -\n"):
        game = load_one(tmp_path / "warriors.ini", lines + more)
        position = new_position(game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
        position.play("e2e4")
        targets[more] = position.is_legal_text("d4e3")
    assert list(targets.values()) == [True, False]
