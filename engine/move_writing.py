"""Moves as people write them: a legal move in the notation of its kind of game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.core.board import NULL_MOVE, Notation
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.position import Position


def write_move(
    position: Position, text: str, notation: Notation, before: Tokens | None = None
) -> str:
    """Return a legal move, given in coordinates, in a notation.

    before: the contents of the board, if they are known.
    """
    if notation is Notation.COORDINATES or len(position.choosers()) > 1:
        return text
    if text == NULL_MOVE:
        return "--"
    kind, variant = kind_of(position.variant), position.variant
    board = position.contents() if before is None else before
    legal = position.legal_moves() if notation is Notation.SAN else []
    after = position.play(text)
    try:
        if notation is Notation.SAN:
            return kind.short_notation(variant, board, text, after, lambda: legal)
        return kind.full_notation(variant, board, text, after)
    finally:
        position.undo()
