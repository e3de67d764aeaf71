"""Parts of charts: axes with round ticks, numbers, texts and paths of SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

MINUS = "\N{MINUS SIGN}"
_TICKS = 6  # about so many on an axis


@dataclass(frozen=True, slots=True)
class Axis:
    """Axis that maps values from `low` to `high` to coordinates from `start` to `start + length`.

    least: the smallest step between two ticks.
    """

    low: float
    high: float
    start: float
    length: float
    least: float = 0.0

    def ticks(self) -> list[float]:
        """Return the values that get a label."""
        return nice_ticks(self.low, self.high, least=self.least)

    def __call__(self, value: float) -> float:
        """Return the coordinate of a value."""
        return self.start + self.length * (value - self.low) / (self.high - self.low)


def nice_step(span: float, count: int = _TICKS) -> float:
    """Return 1, 2 or 5 times a power of ten, which divides `span` into about `count` parts.

    Raises ValueError for a span that is not positive and finite.
    """
    if not 0 < span < math.inf:
        raise ValueError(f"span {span!r} is not positive and finite")
    power = 10.0 ** math.floor(math.log10(span / count))
    return next(
        step * power for step in (1, 2, 5, 10) if span / (step * power) <= count or step == 10
    )


def nice_ticks(low: float, high: float, count: int = _TICKS, least: float = 0.0) -> list[float]:
    """Return the multiples of a nice step, or of `least`, from `low` to `high`."""
    step = max(nice_step(high - low, count), least)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def path_points(places: Iterable[tuple[float, float]]) -> str:
    """Return coordinates as the attribute `points` of SVG."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def text(x: float, y: float, words: str, anchor: str, css: str = "") -> str:
    """Return a text, vertically centred at `y`. anchor: start, middle or end."""
    chosen = f' class="{css}"' if css else ""
    return (
        f'<text{chosen} x="{x:.1f}" y="{y:.1f}" dy=".35em" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def number_text(value: float) -> str:
    """Return a number without needless decimals, with a true minus sign."""
    if not math.isfinite(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    shown = f"{value:.6g}" if abs(value) < 1 else f"{round(value, 2):.10g}"
    return shown.replace("-", MINUS) if float(shown) else "0"
