"""Pieces in hand, drawn beside the board: the player's own below it, the opponent's above.

Each piece type has a fixed place, so pieces in a hand stay put while others come and go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from amalthea.engine.core.board import Piece
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing.grid import CELL, grid
from amalthea.protocol.drawing.paint import side_of
from amalthea.protocol.drawing.symbols import symbol_id

if TYPE_CHECKING:
    from amalthea.engine.api import Position
    from amalthea.protocol.drawing.style import Style

Hands = Mapping[str, int]
"""The number of pieces in hand, by token."""

_TRAY = 'class="tray" fill="#c4ae8e" fill-opacity="0.25" rx="10"'
_COUNT_SIZE = 0.3  # height of the text of a count, relative to the size of a piece
_COUNT_X = 0.93  # its middle from the left edge of the piece, likewise


def hands(position: Position) -> Hands:
    """Return the pieces in hand of both sides."""
    return {
        Piece(kind, color).symbol: number
        for color, held in position.hands.items()
        for kind, number in held.items()
    }


def hand_height(style: Style) -> int:
    """Return the height in units of a hand above or below the board, 0 in games without hands."""
    return CELL if style.shows_hands else 0


def layout(style: Style) -> dict[str, Any] | None:
    """Return the layout of the hands in units, for JSON, or None in games without hands.

    tokens: those of White and those of Black, in order.
    pitch: the size of each piece.
    tops: the upper edges of the hand above the board and of the one below.
    """
    if not style.shows_hands:
        return None
    variant = style.variant
    tokens = kind_of(variant).hand_tokens(variant)
    sides = [[token for token in tokens if side_of(token) == side] for side in "wb"]
    pitch = min(CELL, grid(variant).width // len(sides[0]))
    below = grid(variant).height + style.label_margin
    return {"tokens": sides, "pitch": pitch, "tops": [-style.bare_margin - pitch, below]}


def trays(style: Style) -> str:
    """Return the backgrounds of both hands as SVG, which are also seen while hands are empty."""
    places = layout(style)
    if places is None:
        return ""
    height = places["pitch"]
    width = len(places["tokens"][0]) * height
    return "".join(
        f'<rect {_TRAY} x="0" y="{top}" width="{width}" height="{height}"/>'
        for top in places["tops"]
    )


def hands_svg(style: Style, held: Hands, flipped: bool) -> str:
    """Return both hands as SVG, with a count beside each piece that occurs more than once."""
    places = layout(style)
    if places is None:
        return ""
    return "".join(
        _piece(style, token, held[token], (place * places["pitch"], top), places["pitch"], flipped)
        for side, tokens in enumerate(places["tokens"])
        for top in [places["tops"][(side == 0) != flipped]]
        for place, token in enumerate(tokens)
        if held.get(token)
    )


def _piece(
    style: Style, token: str, count: int, corner: tuple[int, int], size: int, flipped: bool
) -> str:
    """Return a piece in hand with its count as SVG."""
    x, y = corner
    turn = ""
    if flipped and style.turns(token):
        turn = f' transform="rotate(180 {x + size / 2:g} {y + size / 2:g})"'
    picture = (
        f'<use href="#{symbol_id(style, token)}" x="{x}" y="{y}" width="{size}" height="{size}"'
        f"{turn}/>"
    )
    if count == 1:
        return picture
    return (
        f'{picture}<text class="count" x="{x + round(_COUNT_X * size)}" y="{y + size // 2}"'
        f' font-size="{_COUNT_SIZE * size:g}">{count}</text>'
    )
