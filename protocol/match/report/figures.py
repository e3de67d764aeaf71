"""The charts of a report: progress of the score, reasons and lengths of games, thinking time."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean

from amalthea.engine.core.color import Color
from amalthea.engine.core.status import label
from amalthea.protocol.charting import charts
from amalthea.protocol.charting.charts import Bar, Curve, Point, Series
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings import Crosstable

_POINTS = 100  # of a line over all games; more would not be visible
_SETTLED = 0.5  # share of the points, from the first on, that do not set the Elo chart's scale
_MARGIN = 0.25  # share of that scale, added above and below
_FEWEST_MOVES = 3  # minimum number of moves for a mean


def figures(
    table: Crosstable,
    games: Sequence[GameRecord],
    names: Sequence[str],
    sprt: Sprt | None = None,
) -> str:
    """Return all charts for which there is data, as HTML.

    sprt: the test of two players, from the first one's view.
    """
    if not games:
        return ""
    progress = _difference(games, *names) if len(names) == 2 else _lead_progress(games, names)
    drawn = [
        progress if len(games) > 2 else "",  # two games are one point, not a curve
        _sprt_progress(games, names[0], names[1], sprt) if sprt and len(names) == 2 else "",
        _reasons(table, names),
        charts.histogram(
            "Length of the games", [len(game.plies) for game in games], "plies", "games"
        ),
        _pace(games, names),
    ]
    return "\n".join(drawn)


def _samples(length: int) -> list[int]:
    """Return the numbers of games after which curves have points: even ones, and all games.

    Even numbers keep pairs together.
    """
    step = max(2, 2 * math.ceil(length / _POINTS / 2))
    return [*range(step, length, step), length]


def _difference(games: Sequence[GameRecord], first: str, second: str) -> str:
    """Return a chart of Elo, or of points if nearly all games were won and Elo is unbounded."""
    if math.isfinite(statistics.elo(statistics.tally(games, first, second)).error):
        return _elo_progress(games, first, second)
    points = []
    for length in _samples(len(games)):
        share = statistics.share(statistics.tally(games[:length], first, second))
        points.append(Point(length, share.value, share.low, share.high))
    return charts.line_plot(
        f"Points a game of {first} against {second}",
        [Curve(Series(first), points)],
        "games",
        "points a game",
        (0.0, 1.0),
        "The band is the 95 % interval.",
    )


def _sprt_progress(games: Sequence[GameRecord], first: str, second: str, sprt: Sprt) -> str:
    """Return a chart of the log-likelihood ratio between its bounds."""
    lower, upper = sprt.bounds
    ratios = [
        Point(length, sprt.state(statistics.tally(games[:length], first, second)).llr)
        for length in _samples(len(games))
    ]
    ends = (0, len(games))
    return charts.line_plot(
        f"SPRT: {sprt.elo0:g} against {sprt.elo1:g} Elo",
        [
            Curve(Series("log-likelihood ratio"), ratios),
            Curve(Series("H1 accepted", 1), [Point(end, upper) for end in ends]),
            Curve(Series("H0 accepted", 2), [Point(end, lower) for end in ends]),
        ],
        "games",
        "LLR",
    )


def _elo_progress(games: Sequence[GameRecord], first: str, second: str) -> str:
    points = []
    for length in _samples(len(games)):
        elo = statistics.elo(statistics.tally(games[:length], first, second))
        points.append(Point(length, elo.value, elo.low, elo.high))
    return charts.line_plot(
        f"Elo of {first} against {second}",
        [Curve(Series(first), points)],
        "games",
        "Elo",
        _scale(points),
        "The band is the 95 % interval.",
    )


def _scale(points: Sequence[Point]) -> tuple[float, float] | None:
    """Return the range of the Elo chart, None for the default.

    It follows from the later part of the error band, as the band is very wide at the beginning.
    """
    settled = points[int(len(points) * _SETTLED) :]
    values = [
        value
        for point in settled
        for value in (point.y, point.low, point.high)
        if value is not None and math.isfinite(value)
    ]
    if not values:
        return None
    low, high = min(0.0, *values), max(0.0, *values)
    margin = _MARGIN * (high - low) or 1.0
    return low - margin, high + margin


def _lead_progress(games: Sequence[GameRecord], names: Sequence[str]) -> str:
    marks = set(_samples(len(games)))
    lines = []
    for colour, name in enumerate(names):
        lead = 0.0
        points = [Point(0, 0)]
        for number, game in enumerate(games, 1):
            if name in (game.white, game.black):
                lead += statistics.points(game, name) - 0.5
            if number in marks:
                points.append(Point(number, lead))
        lines.append(Curve(Series(name, colour), points))
    title = "Points above an even score"
    return charts.line_plot(title, lines, "games", "points")


def _reasons(table: Crosstable, names: Sequence[str]) -> str:
    """Return a chart with a bar for each reason, divided by the player who lost."""
    lost = {row.name: row.losses_by for row in table.rows}
    bars = [
        Bar(
            label(ending.reason),
            [*(lost[name].get(ending.reason, 0) for name in names), ending.draws],
        )
        for ending in table.endings
    ]
    series = [Series(f"{name} lost", colour) for colour, name in enumerate(names)]
    return charts.bar_chart("How the games ended", [*series, Series("drawn", None)], bars, "games")


def _pace(games: Sequence[GameRecord], names: Sequence[str]) -> str:
    """Return a chart of mean seconds by move number; "" if no times are known."""
    spent: dict[str, defaultdict[int, list[float]]] = {name: defaultdict(list) for name in names}
    for game in games:
        for side in Color:
            for number, seconds in enumerate(_times(game, side), 1):
                spent[game.player(side)][number].append(seconds)
    fewest = min(_FEWEST_MOVES, len(games))
    lines = [
        Curve(
            Series(name, colour),
            [
                Point(number, fmean(values))
                for number, values in sorted(spent[name].items())
                if len(values) >= fewest
            ],
        )
        for colour, name in enumerate(names)
    ]
    if not any(line.points for line in lines):
        return ""
    return charts.line_plot("Time for a move", lines, "own moves after the opening", "seconds")


def _times(game: GameRecord, side: Color) -> Iterator[float]:
    return (ply.thoughts[side].seconds for ply in game.plies if side in ply.thoughts)
