"""The page of a report, assembled from its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

import amalthea
from amalthea.engine.core.color import Color
from amalthea.engine.core.status import label
from amalthea.protocol.charting import charts
from amalthea.protocol.charting.wording import clock_time, count
from amalthea.protocol.drawing import replay
from amalthea.protocol.html_page import html_page, inline_json
from amalthea.protocol.match.report.conditions import Plan, conditions, players_of, sprt_of
from amalthea.protocol.match.report.figures import figures
from amalthea.protocol.match.report.game_list import game_scripts, game_table, table_of
from amalthea.protocol.match.report.result_tables import tables
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics import standings
from amalthea.protocol.tool import write_file


def write_report(
    path: Path, title: str, games: Sequence[GameRecord], plans: Sequence[Plan] = ()
) -> None:
    """Write a page that stands alone: standings, charts and all games by number.

    Args:
        plans: of the matches, in JSON.

    The memory needed is about the size of the file. Raises WriteError, ReportError if a game cannot
    be replayed, and UnknownVariant.
    """
    write_file(path, report_page(title, games, plans))


def report_page(title: str, games: Sequence[GameRecord], plans: Sequence[Plan] = ()) -> str:
    """Return the page as text. Raises as `write_report` does."""
    games = sorted(games, key=lambda game: game.number)
    parts = {
        "games": game_table(games),
        "data": game_scripts(games),
        "players": _options(standings.players(games)),
        "live": "",
        "script": replay.chances_script() + _read("report.js"),
    }
    return _page(title, games, plans, parts)


@dataclass(frozen=True, slots=True)
class LivePage:
    """The initial contents of the page of a running match.

    Attributes:
        match: identifier of the match.
        names: of the players.
        rows, scripts: of the games in the order in which they ended, see game_list.py.
        count: of these games.
    """

    match: str
    names: Sequence[str]
    rows: str
    scripts: str
    count: int


def live_page(
    title: str, games: Sequence[GameRecord], plans: Sequence[Plan], page: LivePage
) -> str:
    """Return the page of a running match, which its server keeps up to date."""
    live = inline_json({"match": page.match, "count": page.count})
    parts = {
        "games": table_of(page.rows),
        "data": page.scripts,
        "players": _options(page.names),
        "live": Template(_read("live.html")).substitute(live=live),
        "script": replay.chances_script() + _read("report.js") + _read("live.js"),
    }
    return _page(title, games, plans, parts)


def standing(games: Sequence[GameRecord], plans: Sequence[Plan]) -> str:
    """Return tables and charts of all results, as HTML."""
    table, names, sprt = standings.crosstable(games), players_of(plans, games), sprt_of(plans)
    drawn = figures(table, games, names, sprt)
    charts = f'<section class="charts" aria-label="Charts">{drawn}</section>'
    return tables(table, games, names, sprt) + charts


def _page(
    title: str, games: Sequence[GameRecord], plans: Sequence[Plan], parts: Mapping[str, str]
) -> str:
    """Return a page of these parts and of those that are derived from the games and plans."""
    names = [*(game.variant for game in games), *(plan["variant"] for plan in plans)]
    variants = [amalthea.variants.get(name) for name in _distinct(names)]
    body = Template(_read("report.html")).substitute(
        parts,
        title=escape(title),
        facts=facts(games),
        standing=standing(games, plans),
        conditions=conditions(plans),
        reasons=_options(sorted({label(game.reason) for game in games})),
        symbols="\n".join(replay.symbols_svg(variant) for variant in variants),
        variants=inline_json({each.name: replay.variant_data(each) for each in variants}),
        replay=replay.replay_script(),
    )
    style = "\n".join((charts.style(), replay.replay_style(), _read("report.css")))
    return html_page(title, style, body, scripts=True, served=bool(parts["live"]))


def facts(games: Sequence[GameRecord]) -> str:
    """Return variant, number of games, time control and dates in one line of HTML."""
    if not games:
        return "No games yet."
    titles = _distinct(amalthea.variants.get(game.variant).title for game in games)
    controls = _distinct(game.controls.get(side, "") for game in games for side in Color)
    parts = [*titles, count(len(games), "game"), count(len(standings.players(games)), "engine")]
    if len(controls) == 1:
        parts += controls
    texts = [*filter(None, parts), *_dates(games)]
    return " · ".join(f"<span>{escape(text)}</span>" for text in texts)


def _dates(games: Sequence[GameRecord]) -> list[str]:
    """Return the time from the first game to the end of the last; empty if unknown."""
    known = [game for game in games if game.started]
    if not known:
        return []
    first = clock_time(min(game.started for game in known))
    last = clock_time(max(game.started + game.seconds for game in known))
    day = first.partition(" ")[0]
    return [f"{first} to {last.removeprefix(day).strip()}" if first != last else first]


def _options(values: Iterable[str]) -> str:
    return "".join(f"<option>{escape(value)}</option>" for value in values)


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
