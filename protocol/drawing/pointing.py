"""Arrows for moves that have not been made yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.errors import IllegalMove
from amalthea.engine.new_games import new_game
from amalthea.protocol.drawing.board_svg import Arrow
from amalthea.protocol.drawing.scene import Scene, cell, covered, scene, squares
from amalthea.protocol.drawing.styles import style_of

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


def arrow_of(variant: Variant, fen: str, move: str, kind: str = "best") -> Arrow | None:
    """Return the arrow of a move, with further signs of the style if the move is legal.

    A piece that turns and still covers one of its squares gets the signs of the turn but no arrow.
    Returns None unless the text names one square or two. Raises FenError and DrawingError.
    """
    named = squares(move)
    if not 1 <= len(named) <= 2:
        return None
    start, end = named[0], named[-1]
    game = new_game(variant, fen)
    before = scene(variant, game.position.fen())
    try:
        game.play(move)
    except IllegalMove:
        return Arrow(start, end, kind)
    after = scene(variant, game.position.fen())
    signs = style_of(variant).signs(move, before, after, ahead=True)
    if signs and _overlap(variant, start, before, end, after):
        end = start
    return Arrow(start, end, kind, signs)


def _overlap(variant: Variant, start: str, before: Scene, end: str, after: Scene) -> bool:
    """Return True if the moved piece still covers a square that it covered before."""
    cells = [
        set(covered(at, board[at], variant))
        for at, board in ((cell(start, variant), before), (cell(end, variant), after))
        if at in board
    ]
    return len(cells) == 2 and not cells[0].isdisjoint(cells[1])
