"""Picture of a piece type's moves: marks on the squares around it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import hexagons
from amalthea.protocol.drawing.board_svg import style_sheet
from amalthea.protocol.drawing.grid import CELL, Vector, grid
from amalthea.protocol.drawing.piece_sheet import Offset, PieceSheet, reach
from amalthea.protocol.drawing.squares import extent
from amalthea.protocol.drawing.symbols import symbol_id, symbols

if TYPE_CHECKING:
    from amalthea.protocol.drawing.style import Style

_LARGE, _SMALL = 27, 15  # radius of a mark in units, of which a square is 100 wide
_MARK_SIZE = 22  # pixels, of the file of a mark
_SIZE = 200  # pixels, of the file of a picture
_MEANINGS = {  # by the signs of amalthea.protocol.drawing.piece_sheet
    "O": "moves or captures, whatever stands in between",
    "o": "moves or captures over empty squares",
    "M": "moves only, whatever stands in between",
    "m": "moves only, over empty squares",
    "C": "captures only, whatever stands in between",
    "c": "captures only, over empty squares",
    "+": "moves there only as its first move or from a rank named in its notes",
}
_KINDS = {"o": "both", "m": "move", "c": "capture", "+": "first"}  # classes of the style sheet
BEYOND = "Lines that reach the edge of a picture may continue beyond it."


def picture(style: Style, piece: PieceSheet) -> str:
    """Return the picture for a page with the game's symbols and the style sheets."""
    return _svg(piece, "", _content(style, piece))


def picture_file(style: Style, piece: PieceSheet) -> str:
    """Return the picture as a complete SVG file."""
    needed = f"<defs>{symbols(style, [piece.letter])}</defs>"
    sheets = f"<style>{style_sheet()}{marks_style()}</style>"
    return _svg(piece, _file_attributes(_SIZE), f"{sheets}{needed}{_content(style, piece)}") + "\n"


def mark_name(sign: str) -> str:
    """Return the file name of a sign's mark."""
    return _KINDS[sign.lower()] + ("-leap" if sign.isupper() else "")


def mark_file(sign: str) -> str:
    """Return the mark of a sign as a complete SVG file."""
    content = f"<style>{marks_style()}</style>{mark((0, 0), sign)}"
    return f'<svg viewBox="-50 -50 100 100"{_file_attributes(_MARK_SIZE)}>{content}</svg>\n'


def meanings(pieces: Iterable[PieceSheet]) -> dict[str, str]:
    """Return the meanings of the marks of these pieces by sign."""
    used = {sign for piece in pieces for sign in piece.signs.values()}
    return {sign: meaning for sign, meaning in _MEANINGS.items() if sign in used}


def marks_style() -> str:
    """Return the style sheet of marks."""
    return package_files(__package__).joinpath("marks.css").read_text("utf-8")


def mark(place: Vector, sign: str) -> str:
    """Return the mark of a sign at a place: large if squares in between do not matter."""
    x, y = place
    size = _SMALL if sign.islower() else _LARGE
    kind = _KINDS[sign.lower()]
    if kind == "capture":
        cross = f"M{-size} {-size}L{size} {size}M{-size} {size}L{size} {-size}"
        return f'<path class="{kind}" d="{cross}" transform="translate({x} {y})"/>'
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{size}"/>'


def _file_attributes(size: int) -> str:
    return f' xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}"'


def _svg(piece: PieceSheet, attributes: str, inside: str) -> str:
    side = (2 * reach(piece.signs) + 1) * CELL
    return (
        f'<svg class="amalthea-board moves" viewBox="{-side / 2:g} {-side / 2:g} {side} {side}"'
        f' role="img" aria-label="Moves of the {escape(piece.name)}"{attributes}>{inside}</svg>'
    )


def _content(style: Style, piece: PieceSheet) -> str:
    half, plan, is_hexagonal = reach(piece.signs), grid(style.variant), style.variant.hexagonal
    shown = [at for at in sorted(piece.signs) if _distance(at, is_hexagonal) <= half]
    marks = "".join(
        mark(plan.offset(*at), piece.signs[at]) for at in shown if at not in piece.covers
    )
    ground = hexagons.around(plan, half) if is_hexagonal else _chequers(half)
    return f"{ground}{_piece_on_squares(style, piece)}{marks}"


def _distance(at: Offset, is_hexagonal: bool) -> int:
    """Return how far from the piece a square is: on squares, in a king's steps."""
    files, ranks = at
    return max(abs(files), abs(ranks), abs(files - ranks) if is_hexagonal else 0)


def _chequers(half: int) -> str:
    """Return chequered squares around a light one at 0, 0."""
    start, side = -half * CELL - CELL // 2, (2 * half + 1) * CELL
    dark = "".join(
        f"M{x * CELL - CELL // 2} {y * CELL - CELL // 2}h{CELL}v{CELL}h-{CELL}z"
        for x in range(-half, half + 1)
        for y in range(-half, half + 1)
        if (x + y) % 2
    )
    ground = f'<rect class="light" x="{start}" y="{start}" width="{side}" height="{side}"/>'
    return f'{ground}<path class="dark" d="{dark}"/>'


def _piece_on_squares(style: Style, piece: PieceSheet) -> str:
    """Return White's piece with the middle of its anchor at 0, 0."""
    width, height = (cells * CELL for cells in extent(style.variant, piece.letter))
    return (
        f'<use href="#{symbol_id(style, piece.letter)}" x="{-CELL // 2}" y="{CELL // 2 - height}"'
        f' width="{width}" height="{height}"/>'
    )
