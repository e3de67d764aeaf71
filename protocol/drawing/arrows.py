"""Arrows for moves that have not been made yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.errors import IllegalMove
from amalthea.protocol.drawing.board_svg import Arrow
from amalthea.protocol.drawing.squares import covered, squares
from amalthea.protocol.drawing.styles import style_of

if TYPE_CHECKING:
    from amalthea.engine.api import Position
    from amalthea.engine.core.board import Move
    from amalthea.engine.core.variant import Variant


def arrow_of(position: Position, text: str, kind: str = "best") -> Arrow | None:
    """Return the arrow of a move's text, with further signs of the style if the move is legal.

    A piece that turns and still covers one of its squares gets the signs of the turn but no arrow.
    A legal move that names further squares, those of the duck or of a second step, has the arrow of
    its piece. Returns None for any other text that does not name one square or two.
    """
    named = squares(text)
    try:
        move = position.parse_move(text)
    except IllegalMove:
        return Arrow(named[0], named[-1], kind) if 1 <= len(named) <= 2 else None
    if len(named) > 2 and move.from_square and move.to_square:
        named = (move.from_square.name, move.to_square.name)
    if not 1 <= len(named) <= 2:
        return None
    start, end = named[0], named[-1]
    signs = style_of(position.variant).signs(move, position.tokens(), ahead=True)
    if signs and _overlaps(move, position.variant):
        end = start
    return Arrow(start, end, kind, signs)


def _overlaps(move: Move, variant: Variant) -> bool:
    """Return True if the moved piece still covers a square that it covered before."""
    before, after = (
        set(covered(at, piece.symbol, variant)) if at and piece else set()
        for at, piece in ((move.from_square, move.piece), (move.to_square, move.arriving))
    )
    return not before.isdisjoint(after)
