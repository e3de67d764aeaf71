"""The tokens of a game as SVG symbols.

Each token (see drawing.squares) of a game is one `<symbol>` to which boards refer.
"""

from __future__ import annotations

from collections.abc import Iterable

from amalthea.protocol.drawing.grid import CELL, corner
from amalthea.protocol.drawing.squares import Cell, extent
from amalthea.protocol.drawing.style import Style


def symbol_id(style: Style, token: str) -> str:
    """Return the id of a symbol, unique on a page of many games: `ganymede-b-plus-Q`."""
    return f"{style.variant.name}-{style.symbol_name(token)}"


def symbols(style: Style, tokens: Iterable[str]) -> str:
    """Return the `<symbol>` elements that tokens need."""
    needed = dict.fromkeys(tokens)
    bases = dict.fromkeys(base for token in needed if (base := style.base(token)))
    return "".join(_symbol(style, token) for token in (bases | needed))


def use(at: Cell, token: str, style: Style, flipped: bool) -> str:
    """Return a `<use>` element of a token whose anchor is on a cell."""
    size = extent(style.variant, token)
    x, y = corner(at, style.variant, flipped, size)
    turn = ""
    if flipped and style.turns(token):
        turn = f' transform="rotate(180 {x + CELL // 2} {y + CELL // 2})"'
    return (
        f'<use href="#{symbol_id(style, token)}" x="{x}" y="{y}"'
        f' width="{size[0] * CELL}" height="{size[1] * CELL}"{turn}/>'
    )


def _symbol(style: Style, token: str) -> str:
    width, height = (CELL * cells for cells in extent(style.variant, token))
    return (
        f'<symbol id="{symbol_id(style, token)}" viewBox="0 0 {width} {height}">'
        f"{style.drawing(token)}</symbol>"
    )
