"""Drawings in the colours of a side, and letters in place of missing drawings."""

from __future__ import annotations

from html import escape

# The colours of each side: the surface, the outline, and details on the surface. A drawing refers
# to the last two as `{edge}` and `{ink}`.
_COLOURS = {
    "w": {"fill": "#fffdf7", "edge": "#332f2a", "ink": "#332f2a"},
    "b": {"fill": "#3d3935", "edge": "#171513", "ink": "#f1eadd"},
}
_OUTLINE = 3.5  # in units, of which a square is 100 wide


def side_of(token: str) -> str:
    """Return "w" or "b"; White's tokens are in upper case."""
    return "w" if token.isupper() else "b"


def coloured(token: str, drawing: str) -> str:
    """Return a drawing filled and outlined in the colours of the token's side."""
    colours = _COLOURS[side_of(token)]
    for name, colour in colours.items():
        drawing = drawing.replace(f"{{{name}}}", colour)
    return (
        f'<g fill="{colours["fill"]}" stroke="{colours["edge"]}" stroke-width="{_OUTLINE}"'
        f' stroke-linejoin="round" stroke-linecap="round">{drawing}</g>'
    )


def letter_disc(letter: str) -> str:
    """Return a disc with a letter, for a token that has no drawing."""
    size = 52 if len(letter) == 1 else 40
    return (
        f'<circle cx="50" cy="50" r="40"/>'
        f'<text x="50" y="51" fill="{{ink}}" stroke="none" font-family="sans-serif"'
        f' font-weight="bold" font-size="{size}" text-anchor="middle"'
        f' dominant-baseline="central">{escape(letter)}</text>'
    )
