"""Pieces that are not traded off: the lions of Chu Shogi, in the cases of its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check
from reference.described import rules_of

LIONS = (
    "king = -\ncommoner = k\ncustomPiece1 = n:KNAD\ncastling = false\nenPassantTypes = -\n"
    "extinctionValue = loss\nextinctionPieceTypes = k\nsecondSteps = n:K"
)
CASES = (
    RuleCase(  # the rook protects the lion
        "untradedTypes = n",
        fen="3rk3/8/3n4/8/3N4/8/8/4K3 w - - 0 1",
        base=LIONS,
        forbidden="d4d6",
    ),
    RuleCase(  # a captured pawn makes no difference, a bishop would
        "untradedMinorTypes = p",
        fen="3rk3/8/3n4/2pb4/3N4/8/8/4K3 w - - 0 1",
        base=f"{LIONS}\nuntradedTypes = n",
        forbidden="d4c5,c5d6",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("board", "legal", "illegal"),
    [
        # A lion next to another one captures it in any case, and goes on.
        ("12/12/12/12/7g4/6n5/5N6/12/12/12/12/12", "f6g7 f6g7,g7h8 f6g7,g7g8", ""),
        # Away from it, only if nothing protects it: here a lance does, behind the other lion.
        ("12/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/12", "f6h8 e8h5", "f6h5"),
        # A hidden protector counts, which the capturing lion uncovers.
        ("12/12/12/12/3n8/12/5N6/5P6/7b4/12/12/12", "f6h4", "f6d8"),
        # What a captured pawn uncovers counts as well; without its capture nothing protects.
        ("12/12/12/12/3n1H6/3sp7/5N6/5P6/7b4/12/12/12", "f6d8", "f6e7,e7d8"),
        # A pawn that protects the lion does so even if it is captured on the way.
        ("12/12/12/12/12/4N7/4p7/4n7/12/12/12/12", "e7e6", "e7e5 e7e6,e6e5"),
        # Together with a greater piece the lion is captured, also a promoted kirin.
        ("12/12/12/12/6+o1r3/4gi6/6N5/7s4/8n3/12/12/12", "g6h5,h5i4", "g6i4 g6g8 g6f7,f7g8"),
    ],
)
def test_lions_capture_lions_by_the_rules_of_chu_shogi(
    board: str, legal: str, illegal: str
) -> None:
    rows = board.split("/")
    fen = "/".join(["11k", *rows[1:-1], "K11"]) + " w - - 0 1"
    moves = set(new_position("chu", fen).legal_moves())
    assert set(legal.split()) <= moves
    assert not set(illegal.split()) & moves
    reference = rules_of(new_position("chu").variant).from_fen(fen)
    assert set(reference.legal_moves()) == moves


@pytest.mark.parametrize(
    ("captures", "legal", "illegal"),
    [
        ("f4e3", "g1e3", "g1j4"),  # a kirin captures the lion: only on its square
        ("f4e3+", "g1e3", "g1j4"),  # also if it becomes a lion
        ("e7e3", "g1e3", "g1j4"),
        ("j4i4,i4j4", "g1j4", ""),
    ],
)
def test_a_lion_is_not_captured_in_answer_to_the_capture_of_another(
    captures: str, legal: str, illegal: str
) -> None:
    fen = "11k/12/12/12/12/4r7/12/12/5o2Pn2/4N7/12/K5B5 b - - 0 1"
    position = new_position("chu", fen)
    position.play(captures)
    moves = set(position.legal_moves())
    assert set(legal.split()) <= moves
    assert not set(illegal.split()) & moves
    again = new_position("chu", position.fen())
    assert (set(again.legal_moves()), again.key()) == (moves, position.key())


def test_the_fen_says_where_a_lion_was_captured_until_the_next_move() -> None:
    position = new_position("chu", "11k/12/12/12/12/4r7/12/12/9n2/4N7/12/K5B5 b - - 0 1")
    position.play("e7e3")
    assert position.fen().split()[3] == "e3"
    position.play("a1b1")
    assert position.fen().split()[3] == "-"
    position.undo()
    assert position.fen().split()[3] == "e3"


def test_untraded_pieces_and_en_passant_are_refused_together(tmp_path: Path) -> None:
    file = tmp_path / "lions.ini"
    lines = LIONS.replace("enPassantTypes = -\n", "")
    file.write_text(f"[lions:chess]\n{lines}\nuntradedTypes = n\n", encoding="utf-8")
    with pytest.raises(VariantError, match="cannot be combined with en passant"):
        variant_files.load(str(file))
