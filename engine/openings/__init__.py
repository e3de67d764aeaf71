"""The shipped openings, a file `NAME.xz` for each game: balanced, and all different.

scripts/make_openings.py makes them. A line is the evaluation after the opening, in centipawns for
the side to move, followed by the arguments of UCI's `position`: `-12 startpos moves g1h3 c7c5`.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine import variants

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

FOLDER = Path(__file__).parent
START = "startpos"


@dataclass(frozen=True, slots=True)
class Line:
    """An opening: a position and moves from it.

    score: the evaluation after the moves, in centipawns for the side to move.
    """

    score: int
    fen: str
    moves: tuple[str, ...]


def shipped(variant: Variant) -> list[Line]:
    """Return the openings of a game, unordered; none for a game that is not shipped."""
    path = FOLDER / f"{variant.name}.xz"
    if not variants.comes_along(variant) or not path.exists():
        return []
    with lzma.open(path, "rt", encoding="ascii") as file:
        return [_line(variant, text) for text in file]


def _line(variant: Variant, text: str) -> Line:
    words, _, moves = text.partition(" moves")
    score, kind, *fen = words.split()
    return Line(int(score), variant.start if kind == START else " ".join(fen), tuple(moves.split()))
