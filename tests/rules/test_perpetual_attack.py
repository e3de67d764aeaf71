"""A side loses that repeats the position by attacks with every move."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from helpers.rule_cases import RuleCase, check
from reference.described import rules_of

KINGLESS = (
    "king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k\n"
    "nFoldRule = 3"
)
CASES = (
    RuleCase(  # the rook attacks the knight wherever it goes
        "perpetualAttackIllegal = true",
        fen="4k3/8/8/1n6/8/8/8/R3K3 w - - 0 1",
        moves=" ".join(["a1b1 b5c3 b1b3 c3a4 b3a3 a4b2 a3b3 b2a4 b3a3 a4b2 a3b3 b2a4 b3a3"]),
        base=KINGLESS,
        status="win b repetition",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("fen", "moves", "status"),
    [
        # The rook attacks the silver general with each of its moves, which moves away.
        ("8s3/12/12/12/12/4R7", "e4i4 i9h10 i4h4 h10i9 h4i4 i9h10 i4h4 h10i9", "win b"),
        # It attacks with every second move.
        ("8s3/12/12/12/12/8R3", "i4h4 l12l11 h4i4 l11l12", "draw"),
        # Neither attacks.
        ("8s3/12/12/12/12/4R7", "e4d4 l12l11 d4e4 l11l12", "draw"),
    ],
)
def test_attacks_with_every_move_lose_a_repetition(fen: str, moves: str, status: str) -> None:
    board = f"11k/12/12/{fen}/12/12/K11"
    position = new_position("chu", f"{board} w - - 0 1")
    reference = rules_of(position.variant).from_fen(position.fen())
    sequence = moves.split()
    cycle = sequence[-4:]
    while str(position.status()) == "ongoing":
        move, *sequence = sequence or cycle
        position.play(move)
        reference = reference.play(move)
        assert str(position.status()) == reference.status()
    assert str(position.status()) == f"{status} repetition"
    position.verify()
