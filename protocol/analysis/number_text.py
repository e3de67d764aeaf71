"""Numbers as text for people."""

from __future__ import annotations

from amalthea.engine.core.color import Color


def numbered(number: int, turn: Color | None) -> str:
    """Return the number before a move: "12." for White's, "12..." for Black's."""
    return f"{number}..." if turn is Color.BLACK else f"{number}."


def counted(number: int) -> str:
    """Return a large number in few digits: "950", "12.3k", "4.56M"."""
    for size, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= 0.9995 * size:  # rounds up to the unit
            return f"{number / size:.3g}{unit}"
    return str(number)


def seconds(milliseconds: int) -> str:
    """Return a time in seconds, such as "0.12 s"."""
    return f"{milliseconds / 1000:.2f} s"
