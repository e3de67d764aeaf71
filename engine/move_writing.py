"""Moves as people write them: a legal move in the notation of its kind of game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from amalthea.engine.core.board import NULL_MOVE, Notation
from amalthea.engine.core.position import moves_to_goal_of
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.position import Position


_ENDS = re.compile(r"[+#]?$")  # signs of check and mate


def write_move(
    position: Position, text: str, notation: Notation, before: Tokens | None = None
) -> str:
    """Return a legal move, given in coordinates, in a notation.

    Where a piece may become its "+" form and does not, "=" says so, since "+" also means check.
    before: the contents of the board, if they are known.
    """
    if notation is Notation.COORDINATES or len(position.choosers()) > 1:
        return text
    if text == NULL_MOVE:
        return "--"
    kind, variant = kind_of(position.variant), position.variant
    board = position.contents() if before is None else before
    legal = moves_to_goal_of(position, text) if notation is Notation.SAN else []
    declines = position.is_legal_text(f"{text}+")
    after = position.play(text)
    try:
        if notation is Notation.SAN:
            found = kind.short_notation(variant, board, text, after, lambda: legal)
        else:
            found = kind.full_notation(variant, board, text, after)
    finally:
        position.undo()
    return _ENDS.sub(r"=\g<0>", found, count=1) if declines else found
