"""A game's pieces as SVG symbols: which drawing a piece has, its colours and how it lies.

Every token (protocol.drawing.scene) of a game is one `<symbol>`; boards only refer to them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.kinds.army.army_fen import BLOCKED
from protocol.drawing import glyphs

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from engine.kinds.army.rules import PieceType

# Of a side's drawings: the surface, the outline, the details on the surface.
_COLOURS = {
    "w": {"fill": "#fffdf7", "edge": "#332f2a", "ink": "#332f2a"},
    "b": {"fill": "#3d3935", "edge": "#171513", "ink": "#f1eadd"},
}
_OUTLINE = 3.5  # units of a cell of 100


def tokens(variant: Variant) -> tuple[str, ...]:
    """Everything that may stand on a board of this game."""
    stones = [variant.stones.letter] if variant.stones else []
    letters = [piece.letter for piece in variant.pieces] + stones
    blocked = (BLOCKED,) if variant.blocked else ()
    return (*letters, *(letter.lower() for letter in letters), *blocked)


def symbol_id(variant: Variant, token: str) -> str:
    """The symbol's id, one of its own on a page of many games: `ganymede-b-plus-Q`."""
    if token == BLOCKED:
        return f"{variant.name}-blocked"
    return f"{variant.name}-{_side(token)}-{token.upper().replace('+', 'plus-')}"


def extent(variant: Variant, token: str) -> tuple[int, int]:
    """How many files and ranks a token covers."""
    covers = None if _is_plain(variant, token) else variant.piece(token.upper()).covers
    return (1 + covers[0], 1 + covers[1]) if covers else (1, 1)


def turns(variant: Variant, token: str) -> bool:
    """Whether the drawing shows a direction on the board, so that it turns with the board."""
    return not _is_plain(variant, token) and bool(variant.piece(token.upper()).settings)


def symbols(variant: Variant, wanted: Iterable[str]) -> str:
    """The `<symbol>` elements that the wanted tokens need."""
    needed = dict.fromkeys(wanted)
    bases = dict.fromkeys(base for token in needed if (base := _base(variant, token)))
    return "".join(_symbol(variant, token) for token in (bases | needed))


def _is_plain(variant: Variant, token: str) -> bool:
    """Whether the token is no piece type's: a stone or a blocked square."""
    return variant.stones is not None or token == BLOCKED


def _side(token: str) -> str:
    return "w" if token.isupper() else "b"


def _base(variant: Variant, token: str) -> str | None:
    """The token that a promoted form is drawn from."""
    base = token.removeprefix("+")
    known = base != token and any(piece.letter == base.upper() for piece in variant.pieces)
    return base if known else None


def _symbol(variant: Variant, token: str) -> str:
    width, height = (glyphs.CELL * cells for cells in extent(variant, token))
    return (
        f'<symbol id="{symbol_id(variant, token)}" viewBox="0 0 {width} {height}">'
        f"{_drawing(variant, token)}</symbol>"
    )


def _drawing(variant: Variant, token: str) -> str:
    if token == BLOCKED:
        return glyphs.BLOCKED
    if base := _base(variant, token):
        whole = f'width="{glyphs.CELL}" height="{glyphs.CELL}"'
        return f'<use href="#{symbol_id(variant, base)}" {whole}/>{glyphs.PROMOTED}'
    colours = _COLOURS[_side(token)]
    drawing = glyphs.STONE if variant.stones else _piece(variant, token)
    for name, colour in colours.items():
        drawing = drawing.replace(f"{{{name}}}", colour)
    return (
        f'<g fill="{colours["fill"]}" stroke="{colours["edge"]}" stroke-width="{_OUTLINE}"'
        f' stroke-linejoin="round" stroke-linecap="round">{drawing}</g>'
    )


def _piece(variant: Variant, token: str) -> str:
    """A piece type's own drawing, or its letter where there is none."""
    piece = variant.piece(token.upper())
    if piece.covers:
        return glyphs.wall(*extent(variant, token))
    drawing = glyphs.BY_NAME.get(piece.name) or glyphs.BY_NAME.get(piece.name.split()[-1])
    if drawing is None:
        return glyphs.lettered(piece.letter)
    if piece.settings:
        half = glyphs.CELL // 2
        angle = _angle(variant, piece) + (0 if token.isupper() else 180)
        return f'<g transform="rotate({angle} {half} {half})">{drawing}</g>'
    return drawing


def _angle(variant: Variant, piece: PieceType) -> int:
    """Degrees, clockwise, from straight up to where White's piece goes ahead."""
    ahead = next(path.steps[0] for path in variant.paths(piece.moves) if path.steps[0].dy > 0)
    return round(math.degrees(math.atan2(ahead.dx, ahead.dy)))
