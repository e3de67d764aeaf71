"""Charts: lines, bars and labels stand where the given values put them."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

from amalthea.protocol.charting import charts
from amalthea.protocol.charting.charts import (
    Bar,
    Curve,
    Point,
    Series,
)
from amalthea.protocol.charting.svg import MINUS, nice_step, nice_ticks

HOSTILE = "<b>\"A\" & 'B'</b>"


def tree(figure: str) -> ElementTree.Element:
    """Return a figure as XML. Raises ParseError if it is not well formed."""
    return ElementTree.fromstring(figure)


def places(element: ElementTree.Element) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in element.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def titles(figure: str) -> list[str]:
    return [element.text or "" for element in tree(figure).iter("title")]


@pytest.mark.parametrize(
    ("span", "step"), [(1, 0.2), (6, 1), (7, 2), (59, 10), (61, 20), (240, 50), (0.003, 0.0005)]
)
def test_steps_are_one_two_or_five_times_a_power_of_ten(span: float, step: float) -> None:
    assert nice_step(span) == pytest.approx(step)


@pytest.mark.parametrize("span", [0, -1, math.inf, math.nan])
def test_a_span_without_steps_is_refused(span: float) -> None:
    with pytest.raises(ValueError, match="span"):
        nice_step(span)


def test_ticks_lie_within_their_range_and_meet_its_ends() -> None:
    assert nice_ticks(-100, 100) == [-100, -50, 0, 50, 100]
    assert nice_ticks(0.13, 0.58) == pytest.approx([0.2, 0.3, 0.4, 0.5])
    assert nice_ticks(0, 2, least=1) == [0, 1, 2]


def test_a_line_goes_through_its_points() -> None:
    points = [Point(0, 0), Point(10, 5), Point(20, 10)]
    line = next(
        tree(charts.line_plot("t", [Curve(Series("A"), points)], "x", "y")).iter("polyline")
    )
    (left, bottom), middle, (right, top) = places(line)
    assert left == 0
    assert right > 400
    assert bottom > top
    assert middle == pytest.approx(((left + right) / 2, (bottom + top) / 2), abs=0.11)


def test_infinite_values_are_left_out_and_infinite_bounds_cut_off() -> None:
    points = [Point(1, math.inf), Point(2, 5, -math.inf, math.inf), Point(3, 6, 4, 8)]
    figure = tree(charts.line_plot("t", [Curve(Series("A"), points)], "x", "y", (0, 10)))
    assert len(places(next(figure.iter("polyline")))) == 2
    heights = [y for _, y in places(next(figure.iter("polygon")))]
    assert min(heights) == 0
    assert all(math.isfinite(height) for height in heights)


def test_a_spot_names_its_value_and_error() -> None:
    figure = charts.line_plot("t", [Curve(Series("A"), [Point(2, -7, -20, 6)])], "games", "Elo")
    assert titles(figure) == [f"A, games 2: {MINUS}7 ({MINUS}20 to 6)"]


def test_the_parts_of_a_bar_are_as_long_as_their_values() -> None:
    series = [Series("A", 0), Series("B", 1), Series("drawn", None)]
    figure = tree(
        charts.bar_chart("t", series, [Bar("mate", [3, 0, 6]), Bar("time", [1, 1, 1])], "n")
    )
    parts = list(figure.iter("rect"))
    widths = [float(part.attrib["width"]) for part in parts]
    assert widths == pytest.approx([3 * widths[2], 6 * widths[2], *widths[2:3] * 3], abs=0.2)
    assert [part.attrib["class"] for part in parts[:2]] == ["series-0", "neutral"]
    ends = float(parts[0].attrib["x"]) + widths[0]
    assert ends == pytest.approx(float(parts[1].attrib["x"]), abs=0.11)
    assert [title.text for title in figure.iter("title")][:2] == ["mate: A 3", "mate: drawn 6"]


def test_a_histogram_counts_every_value_once() -> None:
    values = [0, 1, 9, 10, 19, 99, 100]
    counts = [
        int(title.rpartition(" ")[2]) for title in titles(charts.histogram("t", values, "x", "y"))
    ]
    assert sum(counts) == len(values)
    assert titles(charts.histogram("t", values, "x", "y"))[0] == "0 to 4: 2"


def test_nothing_to_show_is_still_a_chart() -> None:
    for figure in (
        charts.line_plot("t", [], "x", "y"),
        charts.line_plot("t", [Curve(Series("A"), [Point(1, math.nan)])], "x", "y"),
        charts.histogram("t", [], "x", "y"),
        charts.bar_chart("t", [], [], "x"),
    ):
        assert "nan" not in figure
        assert tree(figure).tag == "figure"


def test_text_is_escaped() -> None:
    line = Curve(Series(HOSTILE), [Point(1, 1)])
    for figure in (
        charts.line_plot(HOSTILE, [line], HOSTILE, HOSTILE, note=HOSTILE),
        charts.histogram(HOSTILE, [1], HOSTILE, HOSTILE, HOSTILE),
        charts.bar_chart(HOSTILE, [Series(HOSTILE)], [Bar(HOSTILE, [1])], HOSTILE, HOSTILE),
    ):
        assert HOSTILE in "".join(tree(figure).itertext())
        assert not list(tree(figure).iter("b"))


def test_more_series_than_colours_stay_apart() -> None:
    assert Series("A", 1).css != Series("B", 1 + charts.PALETTE).css
