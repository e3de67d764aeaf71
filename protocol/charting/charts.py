"""Charts as HTML figures: lines with error bands, columns and bars, drawn as inline SVG.

What is drawn is the caller's business. The figures need `style()` once on their page, which takes
its colours from the page's custom properties where it sets them. All text is escaped here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

MINUS = "\N{MINUS SIGN}"
PALETTE = 8  # colours in charts.css; further series take them again, with broken lines

# Lengths in units of the drawing, about a pixel each on a wide screen.
_WIDTH, _HEIGHT = 520, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 10, 40  # margins around the plotted area
_ACROSS, _DOWN = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM  # of the plotted area
_ROOM = 0.05  # of the highest value, left free above it, and below the lowest
_ROW = 26  # height of a horizontal bar with its gap
_BAR = 16  # height of a horizontal bar
_LETTER = 6.6  # mean width of a letter of a label
_LONGEST_LABEL = 22  # letters
_TOTAL = 44  # width kept for the number behind the longest bar
_GAP = 0.12  # of a column's width, left free between two columns
_TICKS = 6  # about so many on an axis
_MARK_RADIUS = 4  # of a point that is seen
_HOVER_RADIUS = 5  # of the invisible spots that show a value


@dataclass(frozen=True, slots=True)
class Series:
    """What one colour stands for. colour: from 0; None is the neutral grey."""

    name: str
    colour: int | None = 0

    @property
    def css(self) -> str:
        """The classes that give its elements their colour."""
        if self.colour is None:
            return "neutral"
        again = " again" if self.colour >= PALETTE else ""
        return f"series-{self.colour % PALETTE}{again}"


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its error bounds; what is not finite is left out of the drawing."""

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


@dataclass(frozen=True, slots=True)
class _Axis:
    """Values from `low` to `high` laid over `length` units from `start` on.

    least: the smallest step between two ticks.
    """

    low: float
    high: float
    start: float
    length: float
    least: float = 0.0

    def ticks(self) -> list[float]:
        return nice_ticks(self.low, self.high, least=self.least)

    def __call__(self, value: float) -> float:
        return self.start + self.length * (value - self.low) / (self.high - self.low)


def style() -> str:
    """The style sheet that every page with charts needs."""
    return files(__package__).joinpath("charts.css").read_text("utf-8")


def nice_step(span: float, count: int = _TICKS) -> float:
    """The 1, 2 or 5 times a power of ten that cuts `span` into about `count` parts.

    Raises ValueError for a span that is not positive and finite.
    """
    if not 0 < span < math.inf:
        raise ValueError(f"span {span!r} is not positive and finite")
    power = 10.0 ** math.floor(math.log10(span / count))
    return next(
        step * power for step in (1, 2, 5, 10) if span / (step * power) <= count or step == 10
    )


def nice_ticks(low: float, high: float, count: int = _TICKS, least: float = 0.0) -> list[float]:
    """The multiples of a nice step, not below `least`, from `low` to `high`."""
    step = max(nice_step(high - low, count), least)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def line_plot(
    title: str,
    lines: Sequence[Curve],
    x_label: str,
    y_label: str,
    y_range: tuple[float, float] | None = None,
    note: str = "",
    marks: bool = False,
) -> str:
    """Lines over a common x, their error bands behind them.

    y_range: what is to be seen of y, by default all values and zero; the rest is cut off.
    marks: for few points: each is seen, with a bar for its error instead of the bands.
    """
    points = [point for line in lines for point in line.points if math.isfinite(point.y)]
    xs = [point.x for point in points]
    x = _Axis(*_hull(xs or [0.0, 1.0], _ROOM if marks else 0.0), 0, _ACROSS, least=1)
    y = _Axis(*(y_range or _hull([0.0, *(point.y for point in points)], _ROOM)), _DOWN, -_DOWN)
    # An svg element inside another cuts off what is drawn beyond it.
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
    """How many of `values`, none negative, fall into each interval of a nice width."""
    top = max(values, default=0.0)
    width = max(1.0, nice_step(max(top, 1.0), 20))
    counts = [0] * (int(top // width) + 1)
    for value in values:
        counts[int(value // width)] += 1
    x = _Axis(0, len(counts) * width, 0, _ACROSS, least=1)
    y = _Axis(0, max(1, *counts) * (1 + _ROOM), _DOWN, -_DOWN, least=1)
    columns = "".join(
        _column(x(number * width), x((number + 1) * width), y(count), y(0))
        + f"<title>{_number(number * width)} to {_number((number + 1) * width - 1)}: "
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
    """Bars from the left, one under the other, each cut into the parts of the series."""
    letters = min(_LONGEST_LABEL, max((len(bar.label) for bar in bars), default=0))
    left = 16 + letters * _LETTER
    height = _TOP + _ROW * len(bars)
    x = _Axis(0, max([1.0, *(sum(bar.values) for bar in bars)]), 0, _WIDTH - left - _TOTAL, 1)
    drawing = "".join(
        _vertical_rule(left + x(tick), _TOP, height, _number(tick)) for tick in x.ticks()
    )
    for row, bar in enumerate(bars):
        drawing += _bar_row(bar, series, x, left, _TOP + row * _ROW)
    drawing += _text(left + x.length / 2, height + 32, x_label, "middle")
    return _figure(title, series, _svg(title, height + _BOTTOM, drawing), note)


def _bar_row(bar: Bar, series: Sequence[Series], x: _Axis, left: float, top: float) -> str:
    middle = top + _ROW / 2
    row = _text(left - 8, middle, _clip(bar.label), "end", "label")
    reached = 0.0
    for part, value in zip(series, bar.values, strict=True):
        if value:
            row += (
                f'<rect class="{part.css}" x="{left + x(reached):.1f}" '
                f'y="{middle - _BAR / 2:g}" width="{x(value):.1f}" height="{_BAR}">'
                f"<title>{escape(bar.label)}: {escape(part.name)} {_number(value)}</title></rect>"
            )
        reached += value
    return row + _text(left + x(reached) + 6, middle, _number(reached), "start", "value")


def _column(left: float, right: float, top: float, bottom: float) -> str:
    gap = (right - left) * _GAP
    return (
        f'<rect x="{left + gap / 2:.1f}" y="{top:.1f}" width="{right - left - gap:.1f}" '
        f'height="{bottom - top:.1f}">'
    )


def _band(line: Curve, x: _Axis, y: _Axis) -> str:
    bounds = [
        (point.x, *(min(max(bound, y.low), y.high) for bound in (point.low, point.high)))
        for point in line.points
        if point.low is not None and point.high is not None
    ]
    if not bounds:
        return ""
    upper = [(x(place), y(high)) for place, _, high in bounds]
    lower = [(x(place), y(low)) for place, low, _ in reversed(bounds)]
    return f'<polygon class="band {line.series.css}" points="{_places(upper + lower)}"/>'


def _marks(line: Curve, x: _Axis, y: _Axis) -> str:
    """A dot for each point, and a bar from the one bound of its error to the other."""
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


def _stroke(line: Curve, x: _Axis, y: _Axis) -> str:
    places = _places((x(point.x), y(point.y)) for point in line.points if math.isfinite(point.y))
    return f'<polyline class="{line.series.css}" points="{places}"/>'


def _spots(line: Curve, x: _Axis, y: _Axis, x_label: str) -> Iterator[str]:
    """Invisible places that name their value while the pointer rests on them."""
    for point in line.points:
        if not math.isfinite(point.y):
            continue
        error = ""
        if point.low is not None and point.high is not None:
            error = f" ({_number(point.low)} to {_number(point.high)})"
        yield (
            f'<circle cx="{x(point.x):.1f}" cy="{y(point.y):.1f}" r="{_HOVER_RADIUS}">'
            f"<title>{escape(line.series.name)}, {escape(x_label)} {_number(point.x)}: "
            f"{_number(point.y)}{error}</title></circle>"
        )


def _places(places: Sequence[tuple[float, float]] | Iterator[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _frame(x: _Axis, y: _Axis, x_label: str, y_label: str) -> str:
    """Rules, ticks and labels of both axes."""
    lines = ""
    for tick in y.ticks():
        place = _TOP + y(tick)
        css = "zero" if tick == 0 else "rule"
        lines += f'<path class="{css}" d="M{_LEFT} {place:.1f}H{_WIDTH - _RIGHT}"/>'
        lines += _text(_LEFT - 6, place, _number(tick), "end")
    for tick in x.ticks():
        lines += _text(_LEFT + x(tick), _HEIGHT - _BOTTOM + 14, _number(tick), "middle")
    middle = _TOP + _DOWN / 2
    lines += _text(_LEFT + x.length / 2, _HEIGHT - 8, x_label, "middle")
    return lines + (
        f'<text transform="translate(10 {middle:g}) rotate(-90)" text-anchor="middle">'
        f"{escape(y_label)}</text>"
    )


def _vertical_rule(x: float, top: float, bottom: float, label: str) -> str:
    css = "zero" if label == "0" else "rule"
    rule = f'<path class="{css}" d="M{x:.1f} {top}V{bottom}"/>'
    return rule + _text(x, bottom + 14, label, "middle")


def _text(x: float, y: float, text: str, anchor: str, css: str = "") -> str:
    chosen = f' class="{css}"' if css else ""
    return (
        f'<text{chosen} x="{x:.1f}" y="{y:.1f}" dy=".35em" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _svg(title: str, height: float, drawing: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"{drawing}</svg>"
    )


def _figure(title: str, series: Sequence[Series], svg: str, note: str) -> str:
    named = series if len(series) > 1 else []  # a lone one is what the title says
    legend = "".join(f'<li class="{part.css}">{escape(part.name)}</li>' for part in named)
    return (
        f'<figure class="chart"><figcaption>{escape(title)}</figcaption>'
        + (f'<ul class="legend">{legend}</ul>' if legend else "")
        + svg
        + (f'<p class="note">{escape(note)}</p>' if note else "")
        + "</figure>"
    )


def _hull(values: Sequence[float], room: float = 0.0) -> tuple[float, float]:
    """The least and the greatest value, never the same, and that share of room beyond them.

    None is added beyond 0, the end of what can be counted or measured.
    """
    low, high = min(values), max(values)
    if low == high:
        return low - 1, high + 1
    room *= high - low
    return (low - room if low else 0.0), (high + room if high else 0.0)


def _number(value: float) -> str:
    """Without needless decimals, with a true minus sign."""
    if not math.isfinite(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    text = f"{value:.6g}" if abs(value) < 1 else f"{round(value, 2):.10g}"
    return text.replace("-", MINUS) if float(text) else "0"


def _clip(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
