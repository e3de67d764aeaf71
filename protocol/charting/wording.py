"""Numbers, times and nouns as reports write them."""

from __future__ import annotations

import math
import time

from amalthea.protocol.charting.svg import MINUS

_MINUTE = 60  # seconds


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
    minute, second = divmod(whole, _MINUTE)
    hour, minute = divmod(minute, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def count(number: int, noun: str) -> str:
    """Return "1 game", "2 games"."""
    return f"{grouped(number)} {noun}" + ("" if number == 1 else "s")


def grouped(number: int) -> str:
    """Return a number as "1 234 567"."""
    return f"{number:,}".replace(",", " ")


def minutes(seconds: float) -> str:
    """Return "40 s" below two minutes, then "12 min", "2 h 5 min"."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    hours, rest = divmod(round(seconds / _MINUTE), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def clock_time(moment: float) -> str:
    """Return seconds since 1970 as local date and time."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
