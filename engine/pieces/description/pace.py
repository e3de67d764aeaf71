"""How long the games of a description last, as far as its rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.core.variant import Pace

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant

# Games that mostly end while many pieces are left: 12 to 60 moves, where chess has 80.
_SHORT = Pace(moves=40)


def usual_pace(variant: PiecesVariant) -> Pace:
    """Return the expected length of the games of a description that does not state it.

    Games are short where captured pieces come back, where captures are compulsory or take more than
    a piece, and where something else than mate wins.
    """
    ends = variant.ends
    returning = variant.drops is not None and variant.drops.captured
    forcing = ends.forced_capture or variant.only_captures or variant.explosions is not None
    extinction = any(end.pieces for end in ends.extinctions)
    is_short = returning or forcing or extinction or ends.goals or ends.checks or ends.lines
    return _SHORT if is_short else Pace()
