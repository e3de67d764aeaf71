"""Captures that explode, with what stands next to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine import variant_files
from amalthea.engine.errors import VariantError
from amalthea.engine.evaluation import COMPUTED
from amalthea.engine.new_games import new_game
from amalthea.engine.pieces.evaluation.evaluators import position_and_evaluator
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import army
from helpers.rule_cases import RuleCase, check

KINGLESS = (
    "king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k"
)
BLAST = "blastOnCapture = true"
PSEUDO_ROYAL = "extinctionPseudoRoyal = true"
CASES = (
    RuleCase(  # knight and king explode, the pawn next to them does not
        BLAST,
        base=KINGLESS,
        fen="3nk3/3rp3/8/8/8/8/8/3QK3 w - - 0 1",
        moves="d1d7",
        status="win w extinction",
        shown="8/4p3/8/8/8/8/8/4K3 b",
    ),
    RuleCase(
        "blastImmuneTypes = r",
        base=f"{KINGLESS}\n{BLAST}",
        fen="k7/8/2r5/1np5/8/8/8/2Q1K3 w - - 0 1",
        moves="c1c5",
        shown="k7/8/2r5/8/8/8/8/4K3 b",
    ),
    RuleCase(  # the king may not capture, but stand next to the other one
        BLAST,
        base=f"{KINGLESS}\n{PSEUDO_ROYAL}",
        fen="8/8/8/3k4/8/4K3/3p4/8 w - - 0 1",
        allowed="e3e4 e3d4",
        forbidden="e3d2",
    ),
    RuleCase(  # the own king stays in check: the other one has exploded
        BLAST,
        base=f"{KINGLESS}\n{PSEUDO_ROYAL}",
        fen="3rk3/8/8/8/4r3/8/8/B2QK3 w - - 0 1",
        allowed="d1d8",
    ),
    RuleCase(  # a capture in passing explodes where the pawn arrives
        BLAST,
        base=KINGLESS,
        fen="4k3/8/2n1b3/1nPp4/8/8/8/4K3 w - d6 0 1",
        moves="c5d6",
        shown="4k3/8/8/1n6/8/8/8/4K3 b",
    ),
    RuleCase(  # both sides' pieces go to the hands of the other side
        BLAST,
        base=f"{KINGLESS}\npieceDrops = true\ncapturesToHand = true",
        fen="4k3/8/2nN4/2p5/8/8/8/2R1K3[] w - - 0 1",
        moves="c1c5",
        shown="[PNnr]",
    ),
    RuleCase(  # the rook is gone, and its square blocked
        "petrifyOnCaptureTypes = r",
        base=KINGLESS,
        fen="4k3/8/8/2p5/8/8/8/2R1K3 w - - 0 1",
        moves="c1c5",
        shown="4k3/8/8/2*5/8/8/8/4K3 b",
    ),
    RuleCase(  # a king captures nothing, also not what protects the other one
        "petrifyOnCaptureTypes = k",
        base=f"{KINGLESS}\n{PSEUDO_ROYAL}",
        fen="8/8/8/3k4/8/4K3/3p4/8 w - - 0 1",
        allowed="e3e4 e3d4",
        forbidden="e3d2",
    ),
    RuleCase(  # the queen becomes a wall before her king
        "petrifyOnCaptureTypes = q",
        base=f"{KINGLESS}\n{PSEUDO_ROYAL}",
        fen="4r1k1/8/8/4p3/8/8/8/Q3K3 w - - 0 1",
        moves="a1e5",
        shown="4*3/8/8/8/4K3 b",
    ),
    RuleCase(  # the captor that explodes leaves a wall, too
        "petrifyOnCaptureTypes = q",
        base=f"{KINGLESS}\n{BLAST}",
        fen="4k3/8/1n6/2p5/8/8/8/2Q1K3 w - - 0 1",
        moves="c1c5",
        shown="4k3/8/8/2*5/8/8/8/4K3 b",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (BLAST, "captures cannot explode in a game with a king"),
        (f"{KINGLESS}\n{PSEUDO_ROYAL}\n{BLAST}\nblastImmuneTypes = k", "cannot be immune"),
    ],
)
def test_what_cannot_explode_is_refused(lines: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "game.ini"
    file.write_text(f"[game:chess]\n{lines}\n", encoding="utf-8")
    with pytest.raises(VariantError, match=message):
        variant_files.load(str(file))


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        ("3rk3/3pp3/8/8/8/8/3Q4/3RK3 w - - 0 1", "d2d7"),  # explodes the king beside the pawn
        ("4k3/8/8/8/3q4/8/3PP3/4K2R b - - 0 1", "d4d2"),
        ("k7/8/2n5/1pq5/8/8/4K3/2R5 w - - 0 1", "c1c5"),  # a rook for queen and knight
    ],
)
def test_a_search_finds_the_best_explosion(fen: str, best: str) -> None:
    line = SoloSearcher(1).search(new_game("atomic", fen), 2_000)
    assert line.moves[0] == best


def test_an_exchange_counts_what_explodes() -> None:
    state, _ = position_and_evaluator(
        army("atomic"), "k7/1p6/2n5/1pq5/8/8/4K3/2R5 w - - 0 1", COMPUTED
    )
    own, theirs = state.loose()
    assert own > 700
    assert theirs == 0
