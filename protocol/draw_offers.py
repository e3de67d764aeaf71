"""Draw offers to the engine: one rule for every front end in which people make them.

Protocols leave the answer to the engine. In the opening it declines unless it is clearly worse, as
there is still a game to play; later it accepts if it is not better. What an opening is follows from
the move number and from the pieces that are left, so a level endgame that was set up is drawn at
once.
"""

from __future__ import annotations

from amalthea.engine.api import Position
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.search.reports import Score

_OPENING_MOVES = 30  # after these no position counts as an opening
_OPENING_FULLNESS = 0.5  # in an opening a larger share of the pieces is left
_LEVEL_CP = 0  # the highest score at which the engine accepts a draw after the opening
_WORSE_CP = -150  # the same in the opening


def accepts_draw(position: Position, score: Score) -> bool:
    """Return True if the engine accepts a draw. score: its last one, from its own view."""
    highest = _WORSE_CP if _is_opening(position) else _LEVEL_CP
    return score.as_centipawns() <= highest


def _is_opening(position: Position) -> bool:
    if position.turn is None:  # pieces are still being placed
        return True
    if position.fullmove_number > _OPENING_MOVES:
        return False
    return kind_of(position.variant).fullness(position.game.position) > _OPENING_FULLNESS
