"""Index of the pages of several games: their players, results, accuracy and marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from urllib.parse import quote

from amalthea.engine.core.color import Color
from amalthea.engine.text import counted
from amalthea.protocol.analysis import game_report
from amalthea.protocol.analysis.study import Study
from amalthea.protocol.html_page import html_page
from amalthea.protocol.statistics.scoring import BLUNDER, INACCURACY, MISTAKE

_MARKS = (INACCURACY, MISTAKE, BLUNDER)
_TAGS = ("Event", "Date")
_UNKNOWN = ("", "?", "????.??.??")


@dataclass(frozen=True, slots=True)
class Row:
    """A game of the index. page: the address of its page. figures: of each side as text."""

    number: int
    page: str
    source: str
    players: tuple[str, str]
    result: str
    title: str
    tags: tuple[str, ...]
    moves: int
    figures: tuple[tuple[str, ...], ...]
    complete: bool

    @classmethod
    def of(cls, study: Study, page: str) -> Row:
        """Return the row of a game with its page."""
        game = study.game
        return cls(
            game.number,
            page,
            game.source,
            (game.white, game.black),
            game.result,
            game.variant.title,
            tuple(game.tags.get(name, "") for name in _TAGS),
            (len(game.moves) + 1) // 2,
            tuple(tuple(_figures(study, side)) for side in Color),
            study.complete,
        )


def _figures(study: Study, side: Color) -> Iterator[str]:
    """Yield a side's accuracy and how many of its moves have each mark."""
    yield game_report.side_figures(study, side)[0]
    marks = study.marks(side)
    yield from (str(marks[mark]) for mark in _MARKS)


def index_html(rows: Sequence[Row]) -> str:
    """Return the index as a page."""
    title = f"{counted(len(rows), 'analysed game')} of {rows[0].source}"
    columns = _columns(rows)
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in ("No", "players", *columns))
    lines = "\n".join(
        f"<tr>{''.join(_cells(row, cells))}</tr>"
        for row, *cells in zip(rows, *columns.values(), strict=True)
    )
    body = (
        f"<header><h1>{escape(title)}</h1>"
        f"<p>The figures of both sides, White's first.</p></header>\n"
        f'<main id="index"><table>\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{lines}\n</tbody>\n</table></main>"
    )
    style = files(__package__).joinpath("study_page.css").read_text("utf-8")
    return html_page(title, style, body)


def _columns(rows: Sequence[Row]) -> dict[str, list[str]]:
    """Return the columns behind the players by their headings, without those that say nothing."""
    columns = {"result": [row.result + ("" if row.complete else " (interrupted)") for row in rows]}
    if len({row.title for row in rows}) > 1:
        columns["game"] = [row.title for row in rows]
    for at, name in enumerate(_TAGS):
        values = ["" if row.tags[at] in _UNKNOWN else row.tags[at] for row in rows]
        if any(values):
            columns[name.lower()] = values
    columns["moves"] = [str(row.moves) for row in rows]
    for at, head in enumerate(("accuracy", *_MARKS)):
        columns[head] = [" \u00b7 ".join(side[at] for side in row.figures) for row in rows]
    return columns


def _cells(row: Row, cells: Iterable[str]) -> Iterator[str]:
    """Yield the cells of a row."""
    white, black = map(escape, row.players)
    yield f"<td>{row.number}</td>"
    yield f'<th scope="row"><a href="{quote(row.page)}">{white} \u2013 {black}</a></th>'
    yield from (f"<td>{escape(cell)}</td>" for cell in cells)


def navigation(index: str, before: str, after: str) -> str:
    """Return links to the index, and to the pages of the games before and after, "" for none."""
    links = [("Previous game", before), ("All games", index), ("Next game", after)]
    shown = (f'<a href="{quote(address)}">{text}</a>' for text, address in links if address)
    return f'<nav aria-label="Games">{" ".join(shown)}</nav>'
