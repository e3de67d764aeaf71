"""A game as a stand-alone HTML page: its board, pictures of each piece's moves, its rules."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from amalthea.engine.api import Position
from amalthea.protocol.drawing.board_svg import board_class, board_content, frame, style_sheet
from amalthea.protocol.drawing.chapters import Chapter, chapters
from amalthea.protocol.drawing.demonstration import ExampleBoard, boards, summary
from amalthea.protocol.drawing.game_sheet import EXAMPLE_SEED
from amalthea.protocol.drawing.grid import size_in_words
from amalthea.protocol.drawing.guide import Example
from amalthea.protocol.drawing.piece_picture import BEYOND, mark, marks_style, meanings, picture
from amalthea.protocol.drawing.piece_sheet import PieceSheet
from amalthea.protocol.drawing.replay import symbols_svg
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.html_page import html_page

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.style import Style

_BODY = """{symbols}
<main>
<h1>{title}</h1>
<p class="size"><code>{name}</code>, {size}</p>
{body}
</main>"""


def game_page(variant: Variant) -> str:
    """Return the page of a game."""
    body = _BODY.format(
        symbols=symbols_svg(variant),
        title=escape(variant.title),
        name=escape(variant.name),
        size=size_in_words(variant),
        body=game_body(variant, unfolded=True),
    )
    return html_page(variant.title, style_sheet() + _page_style() + game_style(), body)


def game_body(variant: Variant, unfolded: bool = False) -> str:
    """Return the content of the page, for another page with the game's symbols and styles.

    unfolded: True if examples are open at first.
    """
    style = style_of(variant)
    parts = [_chapter(style, chapter, unfolded) for chapter in chapters(variant)]
    return "\n".join([_start(style), *parts])


def _page_style() -> str:
    return _resource("game_page.css")


def game_style() -> str:
    """Return the style sheet of `game_body`."""
    return marks_style() + _resource("game_body.css")


def _resource(file: str) -> str:
    return package_files(__package__).joinpath(file).read_text("utf-8")


def _start(style: Style) -> str:
    """Return the board of a new game."""
    first = Position(style.variant, style.variant.start_fen(EXAMPLE_SEED))
    return _board(style, ExampleBoard("start", first), "Start position")


def _board(style: Style, shown: ExampleBoard, label: str) -> str:
    inside = board_content(style, shown.position, arrows=shown.arrows)
    return (
        f'<svg class="{board_class(style)} {shown.name}" viewBox="{frame(style)}" role="img"'
        f' aria-label="{escape(label)}">{inside}</svg>'
    )


def _chapter(style: Style, chapter: Chapter, unfolded: bool) -> str:
    parts = [f"<h2>{escape(chapter.title)}</h2>"]
    if chapter.lines:
        items = "\n".join(f"<li>{_formatted(line)}</li>" for line in chapter.lines)
        parts.append(f"<ul>\n{items}\n</ul>")
    if chapter.pieces:
        cards = "\n".join(_card(style, piece) for piece in chapter.pieces)
        parts.append(f'{_legend(chapter.pieces)}\n<div class="cards">\n{cards}\n</div>')
    if chapter.charts:
        texts = "\n".join(f"<pre>{escape(chr(10).join(chart))}</pre>" for chart in chapter.charts)
        parts.append(f'<div class="charts">\n{texts}\n</div>')
    if chapter.examples:
        examples = "\n".join(_example(style, example, unfolded) for example in chapter.examples)
        parts.append(f'<div class="examples">\n{examples}\n</div>')
    return "\n".join(parts)


def _formatted(line: str) -> str:
    """Return a text as HTML, with text between backquotes as code."""
    pieces = map(escape, line.split("`"))
    return "".join(f"<code>{text}</code>" if at % 2 else text for at, text in enumerate(pieces))


def _card(style: Style, piece: PieceSheet) -> str:
    return (
        f"<section>{picture(style, piece)}<div><h3>{escape(piece.name)}</h3>"
        f"<p><b>{escape(piece.letter)}</b> <code>{escape(piece.moves)}</code></p>"
        f"<p>{_formatted('; '.join(piece.notes))}</p></div></section>"
    )


def _legend(pieces: Iterable[PieceSheet]) -> str:
    """Return the meanings of the marks that occur."""
    items = "".join(
        f'<li><svg class="amalthea-board" viewBox="-50 -50 100 100">{mark((0, 0), sign)}</svg>'
        f"{meaning}</li>"
        for sign, meaning in meanings(pieces).items()
    )
    return f'<ul class="legend">{items}</ul>\n<p>{BEYOND}</p>'


def _example(style: Style, example: Example, unfolded: bool) -> str:
    """Return an example with its boards, its text and its moves."""
    shown = boards(style.variant, example)
    pictures = "".join(_board(style, each, f"{example.title}: {each.name}") for each in shown)
    return (
        f'<details class="example"{" open" if unfolded else ""}>\n'
        f"<summary><h3>{escape(example.title)}</h3></summary>\n"
        f"<p>{escape(example.text)}</p>\n"
        f'<div class="boards">{pictures}</div>\n'
        f"<p>{_formatted('. '.join(summary(style.variant, example)))}.</p>\n"
        f'<p class="fen"><code>{escape(example.fen)}</code></p>\n</details>'
    )
