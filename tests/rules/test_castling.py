"""Castling: who may, from where and to where."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.rule_cases import RuleCase, check

CASES = (
    RuleCase(
        "castling = false",
        fen="4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        fen_without="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        forbidden="e1g1 e1c1",
    ),
    RuleCase(
        "castlingKingsideFile = i",
        base=("maxFile = j\nstartFen = r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"),
        fen="",
        allowed="f1i1",
    ),
    RuleCase(
        "castlingQueensideFile = b",
        fen="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        allowed="e1b1",
        forbidden="e1c1",
    ),
    RuleCase(
        ("castlingRank = 2\nstartFen = 8/r3k2r/8/8/8/8/R3K2R/8 w KQkq - 0 1"),
        fen="8/r3k2r/8/8/8/8/R3K2R/8 w KQkq - 0 1",
        fen_without="8/r3k2r/8/8/8/8/R3K2R/8 w - - 0 1",
        allowed="e2g2",
    ),
    RuleCase(
        "castlingKingPiece = n",
        base=(
            "king = -\n"
            "commoner = m\n"
            "extinctionValue = loss\n"
            "extinctionPieceTypes = m\n"
            "startFen = r3n2r/4m3/8/8/8/8/4M3/R3N2R w KQkq - 0 1"
        ),
        fen="",
        allowed="e1g1 e1c1",
    ),
    RuleCase(
        "castlingKingFile = d",
        base=(
            "king = -\n"
            "commoner = m\n"
            "extinctionValue = loss\n"
            "extinctionPieceTypes = m\n"
            "castlingKingPiece = n\n"
            "startFen = r2n2nr/4m3/8/8/8/8/4M3/R2N2NR w Qq - 0 1"
        ),
        fen="",
        allowed="d1c1",
    ),
    RuleCase(
        "castlingRookQueensideFile = b",
        base="startFen = rr2k2r/8/8/8/8/8/8/RR2K2R w KQkq - 0 1",
        fen="",
        allowed="e1c1",
    ),
    RuleCase(
        "castlingRookKingsideFile = g",
        base="startFen = r3k1rr/6p1/8/8/8/8/8/R3K1RR w KQkq - 0 1",
        fen="",
        allowed="e1g1",
    ),
    RuleCase(
        "castlingRookPieces = n",
        base="startFen = n3k2n/8/8/8/8/8/8/N3K2N w KQkq - 0 1",
        fen="",
        allowed="e1g1 e1c1",
    ),
    RuleCase(
        (
            "rights = a1:r h1:r\n"
            "castling1 = e1-g1 h1-f1 needs h1 empty f1 g1\n"
            "startFen = r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1"
        ),
        fen="4k3/8/8/8/8/8/8/R3K2R w H - 0 1",
        fen_without="4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        allowed="e1g1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)
