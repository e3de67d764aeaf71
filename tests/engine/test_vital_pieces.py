"""What a kind of game shows to front ends: its vital structures and the footprints of moves."""

from __future__ import annotations

import random

import pytest

import amalthea
from amalthea.engine.core.fen import write_rank
from amalthea.engine.game_kinds import kind_of
from helpers.games import GAMES
from helpers.sample import Sample
from reference import GessPosition

TOKENS = ("S", "s", None)
MIXED = (6, 1, 2)  # their shares, so that there are rings of White


def test_rings_are_those_of_the_rules(sample: Sample) -> None:
    dice = random.Random(5)
    variant = amalthea.variants.get("gess")
    found = 0
    for _ in range(sample(40, 2_000)):
        rows = [write_rank(dice.choices(TOKENS, MIXED, k=variant.files)) for _ in range(18)]
        fen = f"{'/'.join(rows)} w - - 0 1"
        kind = kind_of(variant)
        rings = kind.vital_structures(variant, kind.scene(variant, fen))
        known = GessPosition.from_fen(fen)
        for side in "wb":
            corners = {cells[0] for own, cells in rings if own == side}
            # Squares of the reference are counted from 1.
            assert {(file + 2, rank + 2) for file, rank in corners} == known.rings(side)
            found += len(corners)
    assert found > 0


@pytest.mark.parametrize("name", GAMES)
def test_footprint_covers_the_moved_stones(name: str) -> None:
    variant = amalthea.variants.get(name)
    kind = kind_of(variant)
    for token in kind.tokens(variant):
        assert set(kind.covered(variant, token)) <= set(kind.footprint(variant, token))
    assert (0, 0) in kind.footprint(variant, "")
