"""A game told as a stand-alone HTML page: its board, a picture of each piece's moves, its rules."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from protocol.drawing import rules
from protocol.drawing.board import background, board_class, frame, style, use
from protocol.drawing.glyphs import CELL
from protocol.drawing.moves import Offset, reach, signs
from protocol.drawing.scene import scene
from protocol.drawing.sheet import EXAMPLE_SEED
from protocol.drawing.symbols import extent, symbol_id, symbols, tokens

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from engine.kinds.army.rules import PieceType

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
_MEANINGS = {  # of the signs of protocol.drawing.moves
    "O": "moves or captures there, whatever lies between",
    "o": "the same, over empty squares",
    "M": "only moves",
    "m": "only moves, over empty squares",
    "C": "only captures",
    "c": "only captures, over empty squares",
    "+": "moves there only as its first move, or from the rank named",
}


def page(variant: Variant) -> str:
    """The page of a game."""
    told = {
        "Before play": rules.before_play(variant),
        "Moves": rules.stones(variant),
        "Castling": rules.castlings(variant),
        "Draws": rules.draws(variant),
    }
    body = [_start(variant), _pieces(variant) if variant.pieces else ""]
    body += [_section(title, lines) for title, text in told.items() if (lines := list(text))]
    return _PAGE.format(
        title=escape(variant.title),
        name=escape(variant.name),
        files=variant.files,
        ranks=variant.ranks,
        style=style() + package_files(__package__).joinpath("page.css").read_text("utf-8"),
        symbols=symbols(variant, tokens(variant)),
        body="\n".join(filter(None, body)),
    )


def _section(title: str, texts: Iterable[str]) -> str:
    items = "\n".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<h2>{title}</h2>\n<ul>\n{items}\n</ul>"


def _start(variant: Variant) -> str:
    """The board of a new game."""
    things = scene(variant, variant.start_fen(EXAMPLE_SEED))
    pieces = "".join(use(at, token, variant, False) for at, token in sorted(things.items()))
    return (
        f'<svg class="{board_class(variant)} start" viewBox="{frame(variant)}" role="img"'
        f' aria-label="Start position">{background(variant, False)}{pieces}</svg>'
    )


def _pieces(variant: Variant) -> str:
    cards = "\n".join(_card(variant, piece) for piece in variant.pieces)
    return f'<h2>Pieces</h2>\n{_legend(variant)}\n<div class="cards">\n{cards}\n</div>'


def _card(variant: Variant, piece: PieceType) -> str:
    notes = "; ".join(rules.notes(variant, piece))
    return (
        f"<section>{_diagram(variant, piece)}<div><h3>{escape(piece.name)}</h3>"
        f"<p><b>{escape(piece.letter)}</b> <code>{escape(piece.moves)}</code></p>"
        f"<p>{escape(notes)}</p></div></section>"
    )


def _diagram(variant: Variant, piece: PieceType) -> str:
    """A piece's moves; the lines that leave the picture go on beyond it."""
    found = signs(variant, piece)
    half = reach(found)
    side = (2 * half + 1) * CELL
    shown = [offset for offset in sorted(found) if max(map(abs, offset)) <= half]
    marks = "".join(_mark(at, found[at]) for at in shown if at != piece.covers)
    return (
        f'<svg class="amalthea-board moves" viewBox="{-side / 2:g} {-side / 2:g} {side} {side}"'
        f' role="img" aria-label="Moves of the {escape(piece.name)}">{_chequers(half)}'
        f"{_placed(variant, piece)}{marks}</svg>"
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


def _placed(variant: Variant, piece: PieceType) -> str:
    """White's piece, its anchor's middle at 0, 0."""
    width, height = (cells * CELL for cells in extent(variant, piece.letter))
    return (
        f'<use href="#{symbol_id(variant, piece.letter)}" x="{-CELL // 2}" y="{CELL // 2 - height}"'
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


def _legend(variant: Variant) -> str:
    """The meaning of the marks that occur."""
    used = {sign for piece in variant.pieces for sign in signs(variant, piece).values()}
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
