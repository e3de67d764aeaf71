"""A game told as a stand-alone HTML page: its board, a picture of each piece's moves, its rules."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from protocol.drawing.board_svg import background, board_class, frame, style_sheet, use
from protocol.drawing.game_sheet import EXAMPLE_SEED
from protocol.drawing.piece_sheet import Offset, PieceSheet, reach
from protocol.drawing.plane import CELL
from protocol.drawing.scene import extent, scene
from protocol.drawing.styles import style_of
from protocol.drawing.symbols import symbol_id, symbols

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from protocol.drawing.style import Style

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>{symbols}</defs></svg>
<main>
<h1>{title}</h1>
<p class="size"><code>{name}</code>, {files} by {ranks} squares</p>
{body}
</main>
</body>
</html>
"""

_LARGE, _SMALL = 27, 15  # a mark's radius in units of a cell of 100
_MEANINGS = {  # of the signs of protocol.drawing.piece_sheet
    "O": "moves or captures there, whatever lies between",
    "o": "the same, over empty squares",
    "M": "only moves",
    "m": "only moves, over empty squares",
    "C": "only captures",
    "c": "only captures, over empty squares",
    "+": "moves there only as its first move, or from the rank named",
}


def game_page(variant: Variant) -> str:
    """The page of a game."""
    style = style_of(variant)
    return _PAGE.format(
        title=escape(variant.title),
        name=escape(variant.name),
        files=variant.files,
        ranks=variant.ranks,
        style=style_sheet() + _page_style() + game_style(),
        symbols=symbols(style, style.tokens()),
        body=game_body(variant),
    )


def game_body(variant: Variant) -> str:
    """What the page tells, for another page that has the game's symbols and styles."""
    style = style_of(variant)
    body = [_start(style), _pieces(style), _charts(style)]
    told = style.rules().items()
    body += [_section(title, lines) for title, text in told if (lines := list(text))]
    return "\n".join(filter(None, body))


def _page_style() -> str:
    return package_files(__package__).joinpath("game_page.css").read_text("utf-8")


def game_style() -> str:
    """The style sheet of what `game_body` tells."""
    return package_files(__package__).joinpath("game_body.css").read_text("utf-8")


def _section(title: str, texts: Iterable[str]) -> str:
    items = "\n".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<h2>{title}</h2>\n<ul>\n{items}\n</ul>"


def _start(style: Style) -> str:
    """The board of a new game."""
    things = scene(style.variant, style.variant.start_fen(EXAMPLE_SEED))
    drawn = "".join(use(at, token, style, False) for at, token in sorted(things.items()))
    return (
        f'<svg class="{board_class(style)} start" viewBox="{frame(style)}" role="img"'
        f' aria-label="Start position">{background(style, False)}{drawn}</svg>'
    )


def _pieces(style: Style) -> str:
    """A card for each type; "" where there are none."""
    pieces = style.pieces()
    if not pieces:
        return ""
    cards = "\n".join(_card(style, piece) for piece in pieces)
    return f'<h2>Pieces</h2>\n{_legend(pieces)}\n<div class="cards">\n{cards}\n</div>'


def _charts(style: Style) -> str:
    """Small drawings in text, beside each other."""
    return "\n".join(
        f'<h2>{escape(title)}</h2>\n<div class="cards">\n{_texts(blocks)}\n</div>'
        for title, blocks in style.charts().items()
    )


def _texts(blocks: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"<pre>{escape(chr(10).join(block))}</pre>" for block in blocks)


def _card(style: Style, piece: PieceSheet) -> str:
    return (
        f"<section>{_diagram(style, piece)}<div><h3>{escape(piece.name)}</h3>"
        f"<p><b>{escape(piece.letter)}</b> <code>{escape(piece.moves)}</code></p>"
        f"<p>{escape('; '.join(piece.notes))}</p></div></section>"
    )


def _diagram(style: Style, piece: PieceSheet) -> str:
    """A piece's moves; the lines that leave the picture go on beyond it."""
    half = reach(piece.signs)
    side = (2 * half + 1) * CELL
    shown = [at for at in sorted(piece.signs) if max(map(abs, at)) <= half]
    marks = "".join(_mark(at, piece.signs[at]) for at in shown if at not in piece.covers)
    return (
        f'<svg class="amalthea-board moves" viewBox="{-side / 2:g} {-side / 2:g} {side} {side}"'
        f' role="img" aria-label="Moves of the {escape(piece.name)}">{_chequers(half)}'
        f"{_placed(style, piece)}{marks}</svg>"
    )


def _chequers(half: int) -> str:
    """Squares around 0, 0, that one light."""
    start, side = -half * CELL - CELL // 2, (2 * half + 1) * CELL
    dark = "".join(
        f"M{x * CELL - CELL // 2} {y * CELL - CELL // 2}h{CELL}v{CELL}h-{CELL}z"
        for x in range(-half, half + 1)
        for y in range(-half, half + 1)
        if (x + y) % 2
    )
    ground = f'<rect class="light" x="{start}" y="{start}" width="{side}" height="{side}"/>'
    return f'{ground}<path class="dark" d="{dark}"/>'


def _placed(style: Style, piece: PieceSheet) -> str:
    """White's piece, its anchor's middle at 0, 0."""
    width, height = (cells * CELL for cells in extent(style.variant, piece.letter))
    return (
        f'<use href="#{symbol_id(style, piece.letter)}" x="{-CELL // 2}" y="{CELL // 2 - height}"'
        f' width="{width}" height="{height}"/>'
    )


def _mark(offset: Offset, sign: str) -> str:
    """What stands for a sign on a square: large without regard to what lies between."""
    x, y = offset[0] * CELL, -offset[1] * CELL
    size = _SMALL if sign.islower() else _LARGE
    kind = {"o": "both", "m": "move", "c": "capture", "+": "first"}[sign.lower()]
    if kind == "capture":
        cross = f"M{-size} {-size}L{size} {size}M{-size} {size}L{size} {-size}"
        return f'<path class="{kind}" d="{cross}" transform="translate({x} {y})"/>'
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{size}"/>'


def _legend(pieces: Iterable[PieceSheet]) -> str:
    """The meaning of the marks that occur."""
    used = {sign for piece in pieces for sign in piece.signs.values()}
    items = "".join(
        f'<li><svg class="amalthea-board" viewBox="-50 -50 100 100">{_mark((0, 0), sign)}</svg>'
        f"{meaning}</li>"
        for sign, meaning in _MEANINGS.items()
        if sign in used
    )
    return (
        f'<ul class="legend">{items}</ul>\n'
        "<p>Lines that reach the edge of a picture may go on beyond it.</p>"
    )
