"""Charts as HTML figures of inline SVG: lines with error bands, histograms and bars.

A page needs `style()` once, whose colours are custom properties that the page may set. All text is
escaped here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from amalthea.protocol.charting.svg import Axis, nice_step, number_text, path_points, text

PALETTE = 8  # colours in charts.css; further series use them again, with dashed lines

# Lengths in units of the drawing, about a pixel each on a wide screen.
_WIDTH, _HEIGHT = 520, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 10, 40  # margins around the plotted area
_ACROSS, _DOWN = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM  # of the plotted area
_PADDING = 0.05  # share of the range that is left free at its ends
_ROW = 26  # height of a horizontal bar with its gap
_BAR = 16  # height of a horizontal bar
_LETTER_WIDTH = 6.6  # mean width of a letter of a label
_LONGEST_LABEL = 22  # letters
_TOTAL_WIDTH = 44  # kept for the number behind the longest bar
_GAP = 0.12  # of a column's width, left free between two columns
_MARK_RADIUS = 4  # of a visible point
_HOVER_RADIUS = 5  # of the invisible spots that show a value


@dataclass(frozen=True, slots=True)
class Series:
    """A named series of values. colour: from 0; None is the neutral grey."""

    name: str
    colour: int | None = 0

    @property
    def css(self) -> str:
        """The CSS classes of its elements."""
        if self.colour is None:
            return "neutral"
        again = " again" if self.colour >= PALETTE else ""
        return f"series-{self.colour % PALETTE}{again}"


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its error bounds; values that are not finite are not drawn."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """A series of points, from left to right."""

    series: Series
    points: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Bar:
    """A labelled bar; `values` lie end to end, one for each series of the chart."""

    label: str
    values: Sequence[float]


def style() -> str:
    """Return the style sheet that every page with charts needs."""
    return files(__package__).joinpath("charts.css").read_text("utf-8")


def line_plot(
    title: str,
    lines: Sequence[Curve],
    x_label: str,
    y_label: str,
    y_range: tuple[float, float] | None = None,
    note: str = "",
    marks: bool = False,
) -> str:
    """Return a chart of lines with their error bands.

    Args:
        y_range: the visible part of y; None: all values and zero.
        marks: show every point with an error bar instead of the bands.
    """
    points = [point for line in lines for point in line.points if math.isfinite(point.y)]
    xs = [point.x for point in points]
    x = Axis(*_range(xs or [0.0, 1.0], _PADDING if marks else 0.0), 0, _ACROSS, least=1)
    y = Axis(*(y_range or _range([0.0, *(point.y for point in points)], _PADDING)), _DOWN, -_DOWN)
    # The inner svg element clips what lies outside of it.
    inner = (
        f'<svg x="{_LEFT}" y="{_TOP}" width="{x.length:g}" height="{-y.length:g}">'
        + "".join(_marks(line, x, y) if marks else _band(line, x, y) for line in lines)
        + "".join(_stroke(line, x, y) for line in lines)
        + "".join(spot for line in lines for spot in _spots(line, x, y, x_label))
        + "</svg>"
    )
    drawing = _frame(x, y, x_label, y_label) + inner
    return _figure(title, [line.series for line in lines], _svg(title, _HEIGHT, drawing), note)


def histogram(
    title: str, values: Sequence[float], x_label: str, y_label: str, note: str = ""
) -> str:
    """Return a chart of how many of the values, none negative, fall into intervals."""
    top = max(values, default=0.0)
    width = max(1.0, nice_step(max(top, 1.0), 20))
    counts = [0] * (int(top // width) + 1)
    for value in values:
        counts[int(value // width)] += 1
    x = Axis(0, len(counts) * width, 0, _ACROSS, least=1)
    y = Axis(0, max(1, *counts) * (1 + _PADDING), _DOWN, -_DOWN, least=1)
    columns = "".join(
        _column(x(number * width), x((number + 1) * width), y(count), y(0))
        + f"<title>{number_text(number * width)} to {number_text((number + 1) * width - 1)}: "
        f"{count}</title></rect>"
        for number, count in enumerate(counts)
        if count
    )
    drawing = (
        _frame(x, y, x_label, y_label)
        + f'<g class="series-0" transform="translate({_LEFT} {_TOP})">{columns}</g>'
    )
    return _figure(title, [], _svg(title, _HEIGHT, drawing), note)


def bar_chart(
    title: str, series: Sequence[Series], bars: Sequence[Bar], x_label: str, note: str = ""
) -> str:
    """Return a chart of horizontal bars, each divided into the parts of the series."""
    letters = min(_LONGEST_LABEL, max((len(bar.label) for bar in bars), default=0))
    left = 16 + letters * _LETTER_WIDTH
    height = _TOP + _ROW * len(bars)
    x = Axis(0, max([1.0, *(sum(bar.values) for bar in bars)]), 0, _WIDTH - left - _TOTAL_WIDTH, 1)
    drawing = "".join(
        _vertical_rule(left + x(tick), _TOP, height, number_text(tick)) for tick in x.ticks()
    )
    for row, bar in enumerate(bars):
        drawing += _bar_row(bar, series, x, left, _TOP + row * _ROW)
    drawing += text(left + x.length / 2, height + 32, x_label, "middle")
    return _figure(title, series, _svg(title, height + _BOTTOM, drawing), note)


def _bar_row(bar: Bar, series: Sequence[Series], x: Axis, left: float, top: float) -> str:
    middle = top + _ROW / 2
    row = text(left - 8, middle, _clip(bar.label), "end", "label")
    reached = 0.0
    for part, value in zip(series, bar.values, strict=True):
        if value:
            row += (
                f'<rect class="{part.css}" x="{left + x(reached):.1f}" '
                f'y="{middle - _BAR / 2:g}" width="{x(value):.1f}" height="{_BAR}">'
                f"<title>{escape(bar.label)}: {escape(part.name)} {number_text(value)}</title>"
                "</rect>"
            )
        reached += value
    return row + text(left + x(reached) + 6, middle, number_text(reached), "start", "value")


def _column(left: float, right: float, top: float, bottom: float) -> str:
    gap = (right - left) * _GAP
    return (
        f'<rect x="{left + gap / 2:.1f}" y="{top:.1f}" width="{right - left - gap:.1f}" '
        f'height="{bottom - top:.1f}">'
    )


def _band(line: Curve, x: Axis, y: Axis) -> str:
    bounds = [
        (point.x, *(min(max(bound, y.low), y.high) for bound in (point.low, point.high)))
        for point in line.points
        if point.low is not None and point.high is not None
    ]
    if not bounds:
        return ""
    upper = [(x(place), y(high)) for place, _, high in bounds]
    lower = [(x(place), y(low)) for place, low, _ in reversed(bounds)]
    return f'<polygon class="band {line.series.css}" points="{path_points(upper + lower)}"/>'


def _marks(line: Curve, x: Axis, y: Axis) -> str:
    """Return a dot and an error bar for each point."""
    drawn = ""
    for point in line.points:
        if point.low is not None and point.high is not None:
            low, high = (min(max(bound, y.low), y.high) for bound in (point.low, point.high))
            bar = f"M{x(point.x):.1f} {y(low):.1f}V{y(high):.1f}"
            drawn += f'<path class="bar {line.series.css}" d="{bar}"/>'
        if math.isfinite(point.y):
            place = f'cx="{x(point.x):.1f}" cy="{y(point.y):.1f}"'
            drawn += f'<circle class="mark {line.series.css}" {place} r="{_MARK_RADIUS}"/>'
    return drawn


def _stroke(line: Curve, x: Axis, y: Axis) -> str:
    places = path_points(
        (x(point.x), y(point.y)) for point in line.points if math.isfinite(point.y)
    )
    return f'<polyline class="{line.series.css}" points="{places}"/>'


def _spots(line: Curve, x: Axis, y: Axis, x_label: str) -> Iterator[str]:
    """Yield invisible circles whose tooltip is the value."""
    for point in line.points:
        if not math.isfinite(point.y):
            continue
        error = ""
        if point.low is not None and point.high is not None:
            error = f" ({number_text(point.low)} to {number_text(point.high)})"
        yield (
            f'<circle cx="{x(point.x):.1f}" cy="{y(point.y):.1f}" r="{_HOVER_RADIUS}">'
            f"<title>{escape(line.series.name)}, {escape(x_label)} {number_text(point.x)}: "
            f"{number_text(point.y)}{error}</title></circle>"
        )


def _frame(x: Axis, y: Axis, x_label: str, y_label: str) -> str:
    """Return grid lines, ticks and labels of both axes."""
    lines = ""
    for tick in y.ticks():
        place = _TOP + y(tick)
        css = "zero" if tick == 0 else "rule"
        lines += f'<path class="{css}" d="M{_LEFT} {place:.1f}H{_WIDTH - _RIGHT}"/>'
        lines += text(_LEFT - 6, place, number_text(tick), "end")
    for tick in x.ticks():
        lines += text(_LEFT + x(tick), _HEIGHT - _BOTTOM + 14, number_text(tick), "middle")
    middle = _TOP + _DOWN / 2
    lines += text(_LEFT + x.length / 2, _HEIGHT - 8, x_label, "middle")
    return lines + (
        f'<text transform="translate(10 {middle:g}) rotate(-90)" text-anchor="middle">'
        f"{escape(y_label)}</text>"
    )


def _vertical_rule(x: float, top: float, bottom: float, label: str) -> str:
    css = "zero" if label == "0" else "rule"
    rule = f'<path class="{css}" d="M{x:.1f} {top}V{bottom}"/>'
    return rule + text(x, bottom + 14, label, "middle")


def _svg(title: str, height: float, drawing: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"{drawing}</svg>"
    )


def _figure(title: str, series: Sequence[Series], svg: str, note: str) -> str:
    named = series if len(series) > 1 else []  # the title names a single one
    legend = "".join(f'<li class="{part.css}">{escape(part.name)}</li>' for part in named)
    return (
        f'<figure class="chart"><figcaption>{escape(title)}</figcaption>'
        + (f'<ul class="legend">{legend}</ul>' if legend else "")
        + svg
        + (f'<p class="note">{escape(note)}</p>' if note else "")
        + "</figure>"
    )


def _range(values: Sequence[float], padding: float = 0.0) -> tuple[float, float]:
    """Return the range of the values, never empty, with that share of padding at both ends.

    No padding is added beyond 0, as counts and times are not negative.
    """
    low, high = min(values), max(values)
    if low == high:
        return low - 1, high + 1
    padding *= high - low
    return (low - padding if low else 0.0), (high + padding if high else 0.0)


def _clip(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
