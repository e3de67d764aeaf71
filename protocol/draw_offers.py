"""Draw offers to the engine: one rule for every front end in which people make them.

Protocols leave the answer to the engine. It does not agree in a level opening, where there is a
game to play; worse by some margin it does. What an opening is follows from the move number and from
the pieces that are left, so a level endgame that was set up is drawn at once.
"""

from __future__ import annotations

from amalthea.engine.api import Position
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.search.reports import Score

_OPENING_MOVES = 30  # a game with most of its pieces on the board is in the opening so long
_OPENING_FULLNESS = 0.5  # share of the pieces above which it is
_LEVEL_CP = 0  # the greatest score with which the engine accepts a draw after the opening
_WORSE_CP = -150  # and in it


def accepts_draw(position: Position, score: Score) -> bool:
    """Return True if the engine agrees on a draw. score: its own last one."""
    highest = _WORSE_CP if _is_opening(position) else _LEVEL_CP
    return score.as_centipawns() <= highest


def _is_opening(position: Position) -> bool:
    if position.turn is None:  # pieces are still placed
        return True
    if position.fullmove_number > _OPENING_MOVES:
        return False
    return kind_of(position.variant).fullness(position.game.position) > _OPENING_FULLNESS
