"""Moves as the page writes them: in coordinates, but with a word for a pass and for what blocks.

In a game of one piece type a drop is the square alone, `c5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from amalthea.engine.api import Position
from amalthea.engine.core.variant import SQUARE
from amalthea.engine.errors import AmbiguousMove, IllegalMove
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.records.notation import COORDINATES, written

_LAST_SQUARE = re.compile(rf"{SQUARE}$")
_PASS = "pass"  # a move to the piece's own square that changes nothing
_BLOCK = "block"  # the word where what blocks has no name


def move_text(position: Position, move: str) -> str:
    """Return a legal move of a position as the page writes it."""
    text, variant = written(position, move, COORDINATES), position.variant
    known = position.parse_move(move, null=True)
    if known.from_square and not known.effects:
        return _PASS
    if len(kind_of(variant).piece_types(variant)) == 1:
        text = text.rpartition("@")[2]
    if known.blocks and kind_of(variant).blocks_squares(variant):
        word = style_of(variant).blocker or _BLOCK
        text = f"{text.rpartition(',')[0]}, {word} {known.blocks.name}"
    return text


def line_text(position: Position, moves: Iterable[str]) -> tuple[str, ...]:
    """Return moves from a position on as the page writes them."""
    after, texts = position.copy(), []
    for move in moves:
        texts.append(move_text(after, move))
        after.push(move, null=True)
    return tuple(texts)


def read_text(position: Position, text: str) -> str:
    """Return the move that a text means, also as the page writes it. Raises IllegalMove."""
    try:
        return position.parse_move(text).text
    except AmbiguousMove:
        raise
    except IllegalMove:
        wanted = _squeezed(text)
        found = _LAST_SQUARE.search(wanted)
        last = found[0] if found else ""
        for move in position.legal_moves if last or wanted == _PASS else ():
            if move.text.endswith(last) and _squeezed(move_text(position, move.text)) == wanted:
                return move.text
        raise


def _squeezed(text: str) -> str:
    return "".join(text.split()).lower()
