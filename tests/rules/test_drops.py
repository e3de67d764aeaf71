"""Drops: pieces that are put on the board from the hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine.pieces.description.variant import Promotion
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import TINY, load_one

DROPS = "pieceDrops = true\ncapturesToHand = true\n"

CASES = (
    RuleCase(
        "unlimitedDrops = true",
        fen="8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1",
        fen_without="8/8/8/3pP3/3Pp3/8/8/8[Pp] w - - 0 1",
        parent="flipersi",
        moves="P@d6",
        shown="3Pp3/8/8/8 b",
    ),
    RuleCase(
        "pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        fen_without="4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        allowed="N@e4",
    ),
    RuleCase(
        "capturesToHand = true",
        base="pieceDrops = true",
        fen="4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1",
        moves="e4d5 e8f8",
        allowed="N@a1",
    ),
    RuleCase(
        "dropChecks = false",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
        forbidden="R@a8",
    ),
    RuleCase(
        "mustDrop = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        forbidden="e1e2",
    ),
    RuleCase(
        "mustDropType = b",
        base="pieceDrops = true\nmustDrop = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        allowed="e1e2",
    ),
    RuleCase(
        "dropLoop = true",
        base="pieceDrops = true\ncapturesToHand = true",
        fen="7r/P3k3/8/8/8/8/8/4K3[] w - - 0 1",
        moves="a7a8q h8a8 e1e2",
        allowed="Q@d4",
    ),
    RuleCase(
        "firstRankPawnDrops = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
        allowed="P@a1",
    ),
    RuleCase(
        "promotionZonePawnDrops = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
        allowed="P@a8",
    ),
    RuleCase(
        "dropRegionWhite = *3",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        forbidden="N@e4",
    ),
    RuleCase(
        "sittuyinRookDrop = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
        forbidden="R@a4",
    ),
    RuleCase(
        "dropPromoted = true",
        base="pieceDrops = true\npromotedPieceType = n:r",
        fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        allowed="+N@c3",
    ),
    RuleCase(
        "dropNoDoubled = n",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/4N3/4K3[N] w - - 0 1",
        forbidden="N@e4",
    ),
    RuleCase(
        "dropNoDoubledCount = 2",
        base="pieceDrops = true\ndropNoDoubled = n",
        fen="4k3/8/8/8/8/8/4N3/4K3[N] w - - 0 1",
        allowed="N@e4",
    ),
    RuleCase(
        "castlingDroppedPiece = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
        moves="R@h1 e8e7",
        allowed="e1g1",
    ),
    RuleCase(
        "dropOppositeColoredBishop = true",
        base="pieceDrops = true",
        fen="4k3/8/8/8/8/8/8/B3K3[B] w - - 0 1",
        forbidden="B@c1 B@h8",
    ),
    RuleCase(  # another piece has to leave a square for the bishop
        "dropOppositeColoredBishop = true",
        base="pieceDrops = true\ndropRegionWhite = *1",
        fen="4k3/8/8/8/8/8/8/BN1N1NK1[BN] w - - 0 1",
        forbidden="N@h1",
    ),
    RuleCase(
        "shogiPawnDropMateIllegal = true",
        base="pieceDrops = true\nshogiPawn = s",
        fen="5N1k/8/8/8/8/8/6R1/4K3[S] w - - 0 1",
        forbidden="S@h7",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


def test_promoted_pawns_return_to_the_hand_as_pawns(tmp_path: Path) -> None:
    tiny = load_one(tmp_path / "file.ini", TINY + DROPS)
    assert tiny.promotions == (Promotion("P", 5, ("R~", "N~")),)
    assert tiny.drops
    assert tiny.drops.held == {"R~": "P", "N~": "P"}
    assert tiny.piece("N~").moves == tiny.piece("N").moves


def test_with_drop_loop_promoted_pieces_stay_promoted(tmp_path: Path) -> None:
    text = "customPiece2 = c:BWH\npromotedPieceType = n:c\ndropLoop = true\n"
    tiny = load_one(tmp_path / "file.ini", TINY + DROPS + text)
    assert tiny.promotions[0].to == ("R", "N")
    assert tiny.drops
    assert tiny.drops.held == {"+N": "C"}


def test_promoted_forms_return_to_the_hand_unpromoted(tmp_path: Path) -> None:
    text = "customPiece2 = c:BWH\npromotedPieceType = n:c\npromotionPawnTypes = -\n"
    text += "dropPromoted = true\npieceDemotion = true\n"
    tiny = load_one(tmp_path / "file.ini", TINY + DROPS + text)
    assert tiny.drops
    assert tiny.drops.held == {"+N": "N"}
    assert tiny.drops.promoted
    assert [(each.piece, each.to) for each in tiny.promotions] == [("N", ("+N",)), ("+N", ("N",))]
    position = new_position(tiny, "1k3/5/5/5/K3+N[N] w - - 0 1")
    assert {"N@b3", "+N@b3"} <= set(position.legal_moves())


def test_start_position_may_have_hands(tmp_path: Path) -> None:
    tiny = TINY.replace("RNKN1", "RNKN1[nPN]")
    assert (
        new_position(load_one(tmp_path / "file.ini", tiny + DROPS))
        .fen()
        .split()[0]
        .endswith("[PNn]")
    )


def test_a_side_without_a_king_may_have_drops(tmp_path: Path) -> None:
    """The count of Horde with drops is that of Fairy-Stockfish."""
    game = load_one(tmp_path / "x.ini", f"[hordehouse:horde]\n{DROPS}")
    assert game.kingless == (True, False)
    assert new_position(game).perft(3) == 1_274
