"""Pieces that change places with another one of their side, and pieces that return."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.description.variant import PiecesVariant
from helpers.rule_cases import RuleCase, check

ROYAL = (
    "king = -\ncommoner = k\ncustomPiece1 = i:K\ncastling = false\nextinctionPseudoRoyal = true\n"
    "extinctionPieceTypes = k\nextinctionValue = loss\ncountsAs = i:k\nenPassantTypes = -\n"
    "immobile = x\ndoubleStep = false"
)
CASES = (
    RuleCase(  # a king in check changes places with the bishop; the knight is attacked, too
        "swaps = k:i",
        fen="4r2k/5b2/8/7N/8/8/4K3/B7 w - - 0 1",
        base=ROYAL,
        allowed="e2a1i",
    ),
    RuleCase(  # one without another move comes to a6, and the pawn to h1
        "swaps = k:i",
        fen="7k/p7/P7/8/8/7p/5q1P/7K w - - 0 1",
        base=ROYAL,
        allowed="h1a6i",
        status="ongoing",
    ),
    RuleCase(  # a piece returns to where it attacks a rook and a knight
        "returns = x:p",
        fen="4k2X/8/2r1n3/8/8/8/8/4K3 w - - 0 1",
        base=ROYAL,
        allowed="h8d5p",
    ),
    RuleCase(  # or one that cannot move
        "returns = x:p",
        fen="rn5k/p7/8/8/8/8/8/K6X w - - 0 1",
        base=ROYAL,
        allowed="h1b7p",
    ),
    RuleCase(  # or to its own square
        "returns = x:p@d4",
        fen="4k2x/8/8/8/8/8/8/4K3 b - - 0 1",
        base=ROYAL,
        allowed="h8d5p",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("fen", "refused"),
    [
        ("4r2k/5b2/8/7N/8/8/4K3/B7 w - - 0 1", "e2h5i"),  # where the king is attacked
        ("7k/5b2/8/7N/8/8/4K3/B7 w - - 0 1", "e2a1i"),  # not in check
        ("4r2k/5b2/8/7N/8/8/4I3/B7 w - - 0 1", "e2a1i"),  # it has changed places before
        ("4K3/4P3/8/8/8/8/8/B3r2k w - - 0 1", "e8e7i"),  # not in check
        ("4K2r/8/8/8/8/8/P7/7k w - - 0 1", "e8a2i"),  # the pawn would promote
        ("4k2X/8/2r5/8/8/8/8/4K3 w - - 0 1", "h8d5p"),  # one enemy that can move
        ("4k2X/8/2r1x3/8/8/8/8/4K3 w - - 0 1", "h8d5p"),  # the other one is never captured
        ("4k2X/8/2r1n3/3k4/8/8/8/4K3 w - - 0 1", "h8d5p"),  # onto a king
    ],
)
def test_pieces_relocate_only_as_the_rules_say(fen: str, refused: str, tmp_path: Path) -> None:
    keys = f"{ROYAL}\nswaps = k:i\nreturns = x:p\nuncapturableTypes = x"
    assert refused not in new_position(game(keys, tmp_path), fen).legal_moves()


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        (
            "4r2k/5b2/8/7N/8/8/4K3/B7 w - - 5 1",
            "e2a1i",
            "4r2k/5b2/8/7N/8/8/4B3/I7 b - - 0 1",
        ),
        (  # a piece of its own side leaves the board
            "4k2X/8/2r1n3/3N4/8/8/8/4K3 w - - 5 1",
            "h8d5p",
            "4k3/8/2r1n3/3P4/8/8/8/4K3 b - - 0 1",
        ),
        (  # and so does one of the enemy's
            "4k2X/8/2r1n3/3q4/8/8/8/4K3 w - - 5 1",
            "h8d5p",
            "4k3/8/2r1n3/3P4/8/8/8/4K3 b - - 0 1",
        ),
    ],
)
def test_relocations_are_made_and_taken_back(
    fen: str, move: str, after: str, tmp_path: Path
) -> None:
    position = new_position(game(f"{ROYAL}\nswaps = k:i\nreturns = x:p", tmp_path), fen)
    position.play(move)
    assert position.fen() == after
    position.verify()
    position.undo()
    assert position.fen() == fen
    position.verify()


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("swaps = k:q", "'K' changes places and becomes 'Q', expected pseudo-royal"),
        ("returns = x:k", "'X' returns as 'K', expected a piece that is neither"),
        ("returns = x:p@k4", "no square 'k4'"),
        ("returns = x:p p:n", "'X' returns as 'P', expected a piece that is neither"),
        ("returns = xp", "expected a piece and its value"),
        ("returns = x:p@@", "expected x:q or x:q@e4"),
        ("swaps = k:i\nmustCapture = true", "cannot be combined with forced captures"),
        (
            "swaps = k:i\ncannon = c",
            "cannot be combined with pieces that turn, hop or stand",
        ),
    ],
)
def test_unsupported_combinations_are_refused(keys: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(VariantError, match=expected):
        game(f"{ROYAL}\npieceNames = k:king\n{keys}", tmp_path)


def test_swaps_and_returns_need_pseudo_royal_pieces(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="expected a game without a king"):
        game("immobile = x\ncastling = false\nreturns = x:p", tmp_path)


def game(keys: str, folder: Path) -> PiecesVariant:
    file = folder / "case.ini"
    file.write_text(f"[case:chess]\n{keys}\n", encoding="utf-8")
    return variant_files.load(str(file))[0]
