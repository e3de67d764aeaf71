"""The charts of a report over the generations: losses, and strength with its error."""

from __future__ import annotations

from collections.abc import Sequence

from amalthea.protocol.charting import charts
from amalthea.protocol.charting.charts import Curve, Point, Series
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics.elo import Tally
from amalthea.training.state import State

_MARGIN = 0.1  # share of the range of losses, added above and below
_APART = 0.03  # generations between two points of the same generation
_FURTHEST = 800.0  # greatest Elo shown; beyond it, one side won nearly everything


def curves(state: State) -> str:
    """Return HTML figures, "" before the first fit."""
    if not any(each.losses for each in state.generations):
        return ""
    return f"{_losses(state)}\n{_strength(state)}"


def _losses(state: State) -> str:
    fitted, held = [], []
    for each in state.generations:
        epochs = max(1, len(each.losses or ()) - 1)
        for epoch, (fitted_loss, held_loss) in enumerate(each.losses or ()):
            at = each.number - 1 + epoch / epochs
            if fitted_loss is not None:
                fitted.append(Point(at, fitted_loss))
            if held_loss is not None:
                held.append(Point(at, held_loss))
    seen = [point.y for point in (*fitted, *held)]
    margin = _MARGIN * (max(seen) - min(seen)) or _MARGIN
    return charts.line_plot(
        "Loss of the fits",
        [Curve(Series("fitted games", 0), fitted), Curve(Series("held-out games", 1), held)],
        "generations fitted",
        "cross-entropy",
        (min(seen) - margin, max(seen) + margin),
        "Before and after each epoch. Every generation has other games, so that losses can only be"
        " compared within one; a rising held-out loss means that there are too few games.",
    )


def _strength(state: State) -> str:
    before, hand = [], []
    for each in state.generations:
        if each.trial is not None and each.player is not None:
            before.append(_point(each.number - _APART, each.trial))
        measured = each.trial if each.player is None else each.hand
        if measured is not None:
            hand.append(_point(each.number + _APART, measured))
    lines = [
        Curve(Series("against the hand-written evaluation", 0), hand),
        Curve(Series("against the previous best", 1), before),
    ]
    return charts.line_plot(
        "Strength after each generation",
        lines,
        "generation",
        "Elo",
        _scale([*before, *hand]),
        "With equal nodes per move. The bars are 95 % intervals.",
        marks=True,
    )


def _point(at: float, tally: Tally) -> Point:
    elo = statistics.elo(tally)
    value, low, high = (
        max(-_FURTHEST, min(_FURTHEST, each)) for each in (elo.value, elo.low, elo.high)
    )
    return Point(at, value, low, high)


def _scale(points: Sequence[Point]) -> tuple[float, float]:
    """Return the range of all error bars and 0."""
    bounds = [
        bound for point in points for bound in (point.low, point.high) if bound is not None
    ] or [-1.0, 1.0]
    low, high = min(0.0, *bounds), max(0.0, *bounds)
    margin = _MARGIN * (high - low) or 1.0
    return low - margin, high + margin
