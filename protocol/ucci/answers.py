"""Answers of the UCCI front end as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.engine.options import NO_FILE, Check, Combo, Option, Spin, Text

if TYPE_CHECKING:
    from amalthea.engine.events import Info, Progress

NO_MOVE = "nobestmove"
UNKNOWN_POSITION = "pophash"  # the answer to `probe` for a position that is not found
FAREWELL = "bye"


def option_line(option: Option, name: str) -> str:
    """Return the line that describes an option under its name in UCCI."""
    line = f"option {name} type {option.kind}"
    match option:
        case Check():
            return f"{line} default {str(option.default).lower()}"
        case Spin():
            return f"{line} min {option.low} max {option.high} default {option.default}"
        case Text():
            return f"{line} default {option.default or NO_FILE}"
        case Combo():
            choices = " ".join(map("var {}".format, option.choices))
            return f"{line} {choices} default {option.default}"
    return line


def effort(report: Info | Progress) -> str:
    """Return the `info` line with the time and the nodes of a search."""
    return f"info time {report.time_ms} nodes {report.nodes}"


def lines_of(report: Info) -> Iterator[str]:
    """Yield the `info` lines with a principal variation; the first line of play has no number."""
    yield effort(report)
    number = f" multipv {report.multipv}" if report.multipv > 1 else ""
    line = f"info depth {report.depth}{number} score {report.score.as_centipawns()}"
    yield f"{line} pv {' '.join(report.pv)}" if report.pv else line
