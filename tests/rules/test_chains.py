"""A chain of pieces from one region to another ends the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea.engine.errors import VariantError
from helpers.rule_cases import RuleCase, check
from helpers.variant_files import load_one

BASE = "enclosingDrop = none\nenclosingDropStart = -\nflipEnclosedPieces = none"
REGIONS = "connectRegion1White = *1\nconnectRegion2White = *3"
DIAGONAL = "8/8/8/8/8/2P5/1P6/8[Pp] w - - 0 1"
CASES = (
    RuleCase(REGIONS, DIAGONAL, moves="P@b1", status="win w line", base=BASE, parent="flipersi"),
    RuleCase(  # not for Black, whose regions these are not
        "connectRegion1Black = *1\nconnectRegion2Black = *3",
        "8/8/8/8/8/2p5/1p6/8[Pp] w - - 0 1",
        moves="P@h8 P@b1",
        status="win b line",
        base=BASE,
        parent="flipersi",
    ),
    RuleCase(  # it may turn back on its way: a3, b3, c3, c2, c1, d1, e1, e2, e3 and so on
        "connectRegion1White = a*\nconnectRegion2White = f*\nconnectDiagonal = false",
        "8/8/8/8/8/PPP1PP2/4P3/2PPP3[Pp] w - - 0 1",
        moves="P@c2",
        status="win w line",
        base=BASE,
        parent="flipersi",
    ),
    RuleCase(
        f"{REGIONS}\nconnectValue = loss",
        DIAGONAL,
        moves="P@b1",
        status="win b line",
        base=BASE,
        parent="flipersi",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


def test_a_chain_alone_decides_a_game(tmp_path: Path) -> None:
    text = "[chain:chess]\nking = -\nstartFen = 8/8/8/8/8/8/8/RR4rr w - - 0 1\ncastling = false\n"
    with pytest.raises(VariantError, match="king"):
        load_one(tmp_path / "none.ini", text)
    assert load_one(tmp_path / "chain.ini", f"{text}{REGIONS}\n").ends.chain
