"""The tables of a report: standings, the statistics of two players, crosstable, thinking."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from statistics import fmean

from amalthea.engine.core.color import Color
from amalthea.protocol.charting.charts import Series
from amalthea.protocol.charting.svg import MINUS
from amalthea.protocol.charting.wording import points, signed
from amalthea.protocol.records.game_record import GameRecord, Thought
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics.elo import Estimate, Tally
from amalthea.protocol.statistics.sprt import Sprt, SprtState
from amalthea.protocol.statistics.standings import Crosstable, Row
from amalthea.protocol.statistics.standings_text import percent

_KILO = 1000  # nodes
_NORMALIZED = "normalized Elo: in units of the spread of the results"


def tables(
    table: Crosstable,
    games: Sequence[GameRecord],
    names: Sequence[str],
    sprt: Sprt | None = None,
) -> str:
    """Return all tables that have contents, as HTML sections.

    sprt: the test of two players, from the first one's view.
    """
    if len(names) == 2:
        first, second = names
        parts = [_duel(games, first, second, sprt)]
    else:
        parts = [
            _section("standings", "Standings", _standings(table, names)),
            _section("crosstable", "Crosstable", _crosstable(table, names)),
        ]
    return "\n".join([*parts, _section("thinking", "Thinking", _thinking(games, names))])


def _section(name: str, title: str, table: str) -> str:
    if not table:
        return ""
    return (
        f'<section aria-labelledby="{name}-title"><h2 id="{name}-title">{title}</h2>'
        f'<div class="wide" tabindex="0">{table}</div></section>'
    )


def _table(name: str, heads: Sequence[tuple[str, str]], rows: Iterable[str]) -> str:
    """Return a table. heads: (text, class) of each column."""
    head = "".join(f'<th scope="col"{_class(css)}>{text}</th>' for text, css in heads)
    body = "\n".join(rows)
    return f'<table class="{name}"><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>'


def _class(css: str) -> str:
    return f' class="{css}"' if css else ""


def _number(text: str) -> str:
    return f'<td class="number">{text}</td>'


def _player(name: str, names: Sequence[str]) -> str:
    swatch = f'<i class="swatch {Series(name, names.index(name)).css}"></i>'
    clipped = f'<span class="name" title="{escape(name)}">{escape(name)}</span>'
    return f'<th scope="row">{swatch}{clipped}</th>'


def _error(estimate: Estimate) -> str:
    if math.isinf(estimate.error):
        return f"{signed(estimate.low)} to {signed(estimate.high)}"
    return f"±{estimate.error:.0f}"


def _duel(games: Sequence[GameRecord], first: str, second: str, sprt: Sprt | None) -> str:
    """Return the statistics of two players."""
    tally = statistics.tally(games, first, second)
    elo = statistics.elo(tally)
    between = f"{signed(elo.low)} to {signed(elo.high)}"
    facts = [
        ("Score", f"{points(tally.points)} : {points(tally.games - tally.points)}"),
        ("Share", percent(tally.share)),
        ("Won, drawn, lost", f"{tally.wins} · {tally.draws} · {tally.losses}"),
        ("Elo", f'{signed(elo.value)} <span class="error">{between}</span>'),
        (
            '<abbr title="likelihood of superiority">LOS</abbr>',
            percent(statistics.los(tally)),
        ),
    ]
    normalized = statistics.normalized_elo(tally)
    if not math.isinf(normalized.error):
        between = f"{signed(normalized.low)} to {signed(normalized.high)}"
        value = f'{signed(normalized.value)} <span class="error">{between}</span>'
        facts.append((f'<abbr title="{_NORMALIZED}">nElo</abbr>', value))
    if any(tally.pairs):
        pairs = " · ".join(str(count) for count in tally.pairs)
        facts.append(("Pairs with 0, ½, 1, 1½, 2 points", pairs))
        facts.append(("Pairs won to pairs lost", _ratio(*_pairs_decided(tally))))
    facts.append(("Drawn", percent(tally.draws / tally.games if tally.games else 0.0)))
    if sprt:
        hypotheses = f"SPRT, {sprt.elo0:g} against {sprt.elo1:g} Elo"
        facts.append((hypotheses, _verdict(sprt.state(tally))))
    items = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
    title = f"{escape(first)} against {escape(second)}"
    return (
        f'<section aria-labelledby="duel-title"><h2 id="duel-title">{title}</h2>'
        f'<dl class="duel">{items}</dl></section>'
    )


def _pairs_decided(tally: Tally) -> tuple[int, int]:
    """Return the numbers of pairs won and lost."""
    lost, nearly_lost, _, nearly_won, won = tally.pairs
    return won + nearly_won, lost + nearly_lost


def _ratio(won: int, lost: int) -> str:
    return f"{won} : {lost}" + (f" = {won / lost:.2f}" if lost else "")


def _verdict(state: SprtState) -> str:
    """Return the state of a sequential test: its ratio and the bounds that decide it."""
    decided = f"{state.decision} accepted" if state.decision else "undecided"
    bounds = f"{signed(state.lower, 2)} to {signed(state.upper, 2)}"
    return f'{decided}, LLR {signed(state.llr, 2)} <span class="error">{bounds}</span>'


def _standings(table: Crosstable, names: Sequence[str]) -> str:
    if not table.rows:
        return ""
    heads = [("", "number"), ("Engine", "")]
    for name in ("Elo", "±", "Points", "Games", "Share", "Won", "Drawn", "Lost"):
        heads.append((name, "number"))
    return _table("standings", heads, (_standing(row, names) for row in table.rows))


def _standing(row: Row, names: Sequence[str]) -> str:
    counts = (row.wins, row.draws, row.losses)
    return (
        f"<tr>{_number(str(row.rank))}{_player(row.name, names)}"
        f"{_number(signed(row.elo.value))}"
        f'<td class="number error">{_error(row.elo)}</td>'
        f"{_number(points(row.points))}{_number(str(row.games))}{_number(percent(row.share))}"
        + "".join(_number(str(number)) for number in counts)
        + "</tr>"
    )


def _crosstable(table: Crosstable, names: Sequence[str]) -> str:
    """Return the points of each player against each other, in the order of the standings."""
    if not table.rows:
        return ""
    ranks = [(str(row.rank), "number") for row in table.rows]
    rows = (
        f"<tr>{_number(str(row.rank))}{_player(row.name, names)}"
        + "".join(map(_against, row.against))
        + "</tr>"
        for row in table.rows
    )
    return _table("crosstable", [("", "number"), ("Engine", ""), *ranks], rows)


def _against(tally: Tally | None) -> str:
    if tally is None:
        return '<td class="self">·</td>'
    if not tally.games:
        return "<td></td>"
    counts = f"+{tally.wins} ={tally.draws} {MINUS}{tally.losses}"
    of = f'<span class="error">/{tally.games}</span>'
    return f'<td class="number" title="{counts}">{points(tally.points)}{of}</td>'


def _thinking(games: Sequence[GameRecord], names: Sequence[str]) -> str:
    """Return each player's time control and use of it; "" if nothing was reported."""
    rows = []
    for name in names:
        thoughts = list(_thoughts(games, name))
        if not thoughts:
            continue
        controls = {game.controls.get(side, "") for game, side in _seats(games, name)}
        searched = [t for t in thoughts if t.nodes is not None and t.seconds > 0]
        nodes = sum(t.nodes or 0 for t in searched)
        speed = nodes / sum(t.seconds for t in searched) / _KILO if searched else None
        rows.append(
            f"<tr>{_player(name, names)}<td>{escape(', '.join(sorted(controls)))}</td>"
            + _number(str(len(thoughts)))
            + _number(f"{fmean(t.seconds for t in thoughts):.3f}")
            + _number(f"{max(t.seconds for t in thoughts):.3f}")
            + _number(_mean([t.depth for t in thoughts if t.depth is not None]))
            + _number("" if speed is None else f"{speed:.0f}")
            + "</tr>"
        )
    if not rows:
        return ""
    heads = [("Engine", ""), ("Control", "")]
    for head in ("Moves", "Seconds a move", "at most", "Depth", "kn/s"):
        heads.append((head, "number"))
    return _table("thinking", heads, rows)


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):.1f}" if values else ""


def _seats(games: Sequence[GameRecord], name: str) -> Iterator[tuple[GameRecord, Color]]:
    """Yield the games of a player, each with the side that the player has in it."""
    return ((game, side) for game in games for side in Color if game.player(side) == name)


def _thoughts(games: Sequence[GameRecord], name: str) -> Iterator[Thought]:
    for game, side in _seats(games, name):
        yield from (ply.thoughts[side] for ply in game.plies if side in ply.thoughts)
