"""Promotion of pawns and of other pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "promotionLimit = g:1",
        base="centaur = g\npromotedPieceType = n:g\npromotionRegionWhite = *6 *7 *8",
        fen="4k3/8/8/8/2N5/8/8/+N3K3 w - - 0 1",
        forbidden="c4b6+ c4d6+",
    ),
    RuleCase(  # a centaur counts as the knight that is there
        "countsAs = g:n",
        base="centaur = g\npromotionPieceTypes = g\npromotionLimit = n:1",
        fen="8/P6k/8/8/8/8/N7/4K3 w - - 0 1",
        forbidden="a7a8g",
    ),
    RuleCase(  # the promoted form is the last king
        "promotedPieceType = k:g",
        base=(
            "king = -\ncommoner = k\ncentaur = g\ncastling = false\n"
            "mandatoryPiecePromotion = true\nextinctionValue = loss\n"
            "extinctionPieceTypes = kg\nextinctionPseudoRoyal = true"
        ),
        fen="8/K7/8/8/8/8/8/r6k w - - 0 1",
        allowed="a7b8+",
        forbidden="a7b8",
    ),
    RuleCase(
        "sittuyinPromotion = true",
        base="promotionRegionWhite = a6 b6\npromotionPieceTypes = n\npromotionLimit = n:1",
        fen="4k3/8/P7/3P4/8/8/8/4K3 w - - 0 1",
        allowed="a6a6n a6b4n a6b8n",
    ),
    RuleCase(  # the last pawn, wherever it is; nothing may be attacked
        "sittuyinPromotion = true",
        base="promotionRegionWhite = a8\npromotionPieceTypes = n\npawnTypes = p",
        fen="4k3/8/8/8/1p6/8/3P4/4K3 w - - 0 1",
        allowed="d2b1n d2f1n d2f3n d2e4n",
    ),
    RuleCase(
        "sittuyinPromotion = true",
        base="promotionRegionWhite = a8\npromotionPieceTypes = n\nstalemateValue = loss",
        fen="1r2k3/8/8/8/8/p7/P7/K7 w - - 0 1",
        status="draw stalemate",
    ),
    RuleCase(  # a capture within still promotes, and a move into the region
        "promotionOnEntry = true",
        base="centaur = g\npromotedPieceType = n:g\npromotionRegionWhite = *6 *7 *8",
        fen="2r1k3/8/1N6/8/3N4/8/8/4K3 w - - 0 1",
        forbidden="b6d7+ b6a8+ b6d5+ b6c4+",
    ),
    RuleCase(
        "promotesInto = n:q",
        base="promotionOnEntry = true\npromotionRegionWhite = *6 *7 *8",
        fen="2r1k3/8/1N6/8/3N4/8/8/4K3 w - - 0 1",
        allowed="b6c8q d4c6q d4e6q",
    ),
    RuleCase(  # where it could not move on, it may promote in any case
        "promotionOnEntry = true",
        base="centaur = g\nlance = n\npromotedPieceType = n:g\npromotionRegionWhite = *6 *7 *8",
        fen="4k3/8/1N6/8/8/8/8/4K3 w - - 0 1",
        forbidden="b6b7+",
    ),
    RuleCase(
        "promotionRegionWhite = *7",
        fen="4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
        allowed="a6a7q",
    ),
    RuleCase(
        "promotionPawnTypes = n",
        base="promotionPieceTypes = q",
        fen="4k3/8/1N6/8/8/8/8/4K3 w - - 0 1",
        allowed="b6a8q",
    ),
    RuleCase(
        "promotionPieceTypes = n",
        fen="8/P6k/8/8/8/8/8/4K3 w - - 0 1",
        forbidden="a7a8q",
    ),
    RuleCase(
        "promotionPieceTypesWhite = qr\npromotionPieceTypesBlack = nb",
        fen="8/P6k/8/8/8/8/8/4K3 w - - 0 1",
        forbidden="a7a8n a7a8b",
    ),
    RuleCase(
        "promotionPieceTypesWhite = qr\npromotionPieceTypesBlack = nb",
        fen="8/4K3/8/8/8/8/p6k/8 b - - 0 1",
        forbidden="a2a1q a2a1r",
    ),
    RuleCase(
        "promotedPieceType = n:r",
        fen="4k3/8/1N6/8/8/8/8/4K3 w - - 0 1",
        allowed="b6a8+",
    ),
    RuleCase(
        "promotionLimit = q:1",
        fen="8/P6k/8/8/8/8/Q7/4K3 w - - 0 1",
        forbidden="a7a8q",
    ),
    RuleCase(
        "mandatoryPawnPromotion = false",
        fen="8/P6k/8/8/8/8/8/4K3 w - - 0 1",
        allowed="a7a8",
    ),
    RuleCase(
        "mandatoryPiecePromotion = true",
        base="promotedPieceType = n:r",
        fen="4k3/8/1N6/8/8/8/8/4K3 w - - 0 1",
        forbidden="b6a8",
    ),
    RuleCase(
        "piecePromotionOnCapture = true",
        base="promotedPieceType = n:r",
        fen="4k3/8/1N6/8/8/8/8/4K3 w - - 0 1",
        forbidden="b6a8+",
    ),
    RuleCase(
        "pieceDemotion = true",
        base="promotedPieceType = n:r",
        fen="+N7/7k/8/8/8/8/8/4K3 w - - 0 1",
        allowed="a8b8-",
    ),
    RuleCase(
        "promotions = p@7:q",
        fen="4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
        allowed="a6a7q",
    ),
    RuleCase(
        "promotions = p@7?:n p@8:q",
        base="promotions = p@7:n p@8:q",
        fen="4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
        allowed="a6a7",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("countsAs = n:n", "'N' counts as 'N', which is itself or counts as another"),
        ("countsAs = n:b b:q", "'N' counts as 'B', which is itself or counts as another"),
        ("countsAs = n:b\npromotionLimit = n:1", "'N' counts as 'B': expected that one in rules"),
    ],
)
def test_pieces_count_as_one_that_counts_as_itself(
    keys: str, expected: str, tmp_path: Path
) -> None:
    file = tmp_path / "case.ini"
    file.write_text(f"[case:chess]\n{keys}\n", encoding="utf-8")
    with pytest.raises(VariantError, match=expected):
        variant_files.load(str(file))
