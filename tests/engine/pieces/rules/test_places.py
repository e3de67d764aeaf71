"""Regions of the board in words."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.rules import places

RANKS = tuple(f"*{rank}" for rank in range(1, 9))


@pytest.mark.parametrize(
    ("white", "black", "words"),
    [
        (("*4",), None, "on rank 4"),
        (("*1", "*2", "*3"), None, "on ranks 1 to 3"),
        (RANKS, None, "anywhere"),
        (("*1", "*2", "*3"), ("*5",), "on ranks 1 to 3 (White) or rank 4 (Black)"),
        (RANKS, ("*5",), "anywhere (White) or on rank 4 (Black)"),
        (("*4",), RANKS, "on rank 4 (White) or anywhere (Black)"),
        ((), ("*5",), "on rank 4"),
    ],
)
def test_a_region_with_its_preposition(
    white: tuple[str, ...], black: tuple[str, ...] | None, words: str
) -> None:
    chess = variants.get("chess")
    assert isinstance(chess, PiecesVariant)
    assert places.on(chess, Region(white, black)) == words
