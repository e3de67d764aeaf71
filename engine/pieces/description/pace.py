"""How long the games of a description last, as far as its rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.core.variant import Pace

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant

# Games that mostly end while many pieces are left: 12 to 60 moves, where chess has 80.
_SHORT = Pace(moves=40)
# Games that a few moves of the first twenty decide: time is kept for twelve moves throughout.
_DECIDED_EARLY = Pace(moves=30, least=12, foresight=0.4)
_SMALL_BOARD = 36  # squares


def usual_pace(variant: PiecesVariant) -> Pace:
    """Return the expected length of the games of a description that does not state it.

    Games are decided early where captures are compulsory or take more than a piece, and on a small
    board; short where captured pieces come back, and where something else than mate wins.
    """
    ends = variant.ends
    if ends.forced_capture or variant.explosions is not None:
        return _DECIDED_EARLY
    if variant.files * variant.ranks <= _SMALL_BOARD:
        return _DECIDED_EARLY
    returning = variant.drops is not None and variant.drops.captured
    extinction = any(end.pieces for end in ends.extinctions)
    wins_otherwise = extinction or ends.goals or ends.checks or ends.lines
    return _SHORT if returning or variant.only_captures or wins_otherwise else Pace()
