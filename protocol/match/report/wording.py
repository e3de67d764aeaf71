"""Numbers, times and nouns as reports write them."""

from __future__ import annotations

import math
import time

from amalthea.protocol.charting.svg import MINUS

_MINUTE, _HOUR = 60, 3600  # seconds


def signed(value: float, decimals: int = 0) -> str:
    """Return "+12", "0" or "+∞", with a true minus sign below zero."""
    if math.isnan(value):
        return "?"
    sign = "+" if value > 0 else MINUS
    if math.isinf(value):
        return f"{sign}∞"
    text = f"{abs(value):.{decimals}f}"
    return f"{sign}{text}" if float(text) else text


def points(value: float) -> str:
    """Return points in halves: "12", "12½", "½"."""
    whole, half = int(value), value % 1
    return f"{whole or ''}½" if half else str(whole)


def duration(seconds: float) -> str:
    """Return "0.35 s" below ten seconds, "12 s" below a minute, then "4:05" and "1:02:03"."""
    if seconds < 9.995:
        return f"{seconds:.2f} s"
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    hours, rest = divmod(whole, _HOUR)
    minutes, rest = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def count(number: int, noun: str) -> str:
    """Return "1 game", "2 games"."""
    return f"{number:,} {noun}".replace(",", " ") + ("" if number == 1 else "s")


def clock_time(moment: float) -> str:
    """Return seconds since 1970 as local date and time."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
