"""The page of a tuning: a plot of every parameter."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from amalthea.protocol.charting import charts
from amalthea.protocol.charting.charts import Curve, Point, Series
from amalthea.protocol.html_page import html_page
from amalthea.protocol.storage.files import replace_file
from amalthea.training.tuning.parameters import Parameter
from amalthea.training.tuning.state import State

_MARGIN = 0.5  # steps, added above and below the values


def write_page(path: Path, state: State) -> None:
    """Write the page. Raises WriteError."""
    replace_file(path, [page(state).encode()])


def page(state: State) -> str:
    """Return the page as text."""
    settings = state.settings
    facts = (
        f"{state.pairs:,} pairs",
        f"{settings.nodes:,} nodes per move",
        f"{' '.join(settings.games)} in turn",
        f"seed {settings.seed}",
    )
    styles = (
        charts.style(),
        files("amalthea.training.report").joinpath("page.css").read_text("utf-8"),
    )
    body = Template(files(__package__).joinpath("page.html").read_text("utf-8")).substitute(
        facts=" · ".join(f"<span>{escape(fact)}</span>" for fact in facts),
        plots="\n".join(_plot(state, each) for each in state.parameters()),
    )
    return html_page("Tuning", "\n".join(styles), body)


def _plot(state: State, parameter: Parameter) -> str:
    name, start = parameter.name, Point(0, parameter.value)
    values = [start, *(Point(pairs, values[name]) for pairs, values, _ in state.course)]
    means = [start, *(Point(pairs, means[name]) for pairs, _, means in state.course)]
    seen = [point.y for point in (*values, *means)]
    margin = _MARGIN * parameter.step
    return charts.line_plot(
        name,
        [Curve(Series("value", None), values), Curve(Series("mean", 0), means)],
        "pairs",
        "",
        (min(seen) - margin, max(seen) + margin),
        f"From {parameter.value} to {means[-1].y:.1f}, in steps of {parameter.step:g}.",
    )
