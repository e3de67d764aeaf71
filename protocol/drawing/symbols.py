"""A game's tokens as SVG symbols, in the sides' colours.

Every token (protocol.drawing.scene) of a game is one `<symbol>`; boards only refer to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from protocol.drawing.plane import CELL, corner
from protocol.drawing.scene import Cell, extent

if TYPE_CHECKING:
    from protocol.drawing.style import Style

# Of a side's drawings: the surface, the outline, the details on the surface. A drawing names the
# latter two as `{edge}` and `{ink}`.
_COLOURS = {
    "w": {"fill": "#fffdf7", "edge": "#332f2a", "ink": "#332f2a"},
    "b": {"fill": "#3d3935", "edge": "#171513", "ink": "#f1eadd"},
}
_OUTLINE = 3.5  # units of a cell of 100


def symbol_id(style: Style, token: str) -> str:
    """The symbol's id, one of its own on a page of many games: `ganymede-b-plus-Q`."""
    return f"{style.variant.name}-{style.symbol_name(token)}"


def symbols(style: Style, wanted: Iterable[str]) -> str:
    """The `<symbol>` elements that the wanted tokens need."""
    needed = dict.fromkeys(wanted)
    bases = dict.fromkeys(base for token in needed if (base := style.base(token)))
    return "".join(_symbol(style, token) for token in (bases | needed))


def side_of(token: str) -> str:
    """ "w" or "b": White's tokens are upper case."""
    return "w" if token.isupper() else "b"


def sided(token: str, drawing: str) -> str:
    """A drawing filled and outlined in the colours of the token's side."""
    colours = _COLOURS[side_of(token)]
    for name, colour in colours.items():
        drawing = drawing.replace(f"{{{name}}}", colour)
    return (
        f'<g fill="{colours["fill"]}" stroke="{colours["edge"]}" stroke-width="{_OUTLINE}"'
        f' stroke-linejoin="round" stroke-linecap="round">{drawing}</g>'
    )


def lettered(letter: str) -> str:
    """A disc with a letter, for a token that has no drawing."""
    size = 52 if len(letter) == 1 else 40
    return (
        f'<circle cx="50" cy="50" r="40"/>'
        f'<text x="50" y="51" fill="{{ink}}" stroke="none" font-family="sans-serif"'
        f' font-weight="bold" font-size="{size}" text-anchor="middle"'
        f' dominant-baseline="central">{escape(letter)}</text>'
    )


def use(at: Cell, token: str, style: Style, flipped: bool) -> str:
    """Whatever a token stands for, where it lies when its anchor stands on a cell."""
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
