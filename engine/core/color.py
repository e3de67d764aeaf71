"""The two sides of a game."""

from __future__ import annotations

from enum import StrEnum


class Color(StrEnum):
    """A side, equal to the letter that FEN has for it: "w" or "b".

    >>> Color.WHITE.other.label
    'Black'
    """

    WHITE = "w"
    BLACK = "b"

    @classmethod
    def _missing_(cls, value: object) -> Color:
        raise ValueError(f"no side {value!r}, expected w or b")

    @property
    def other(self) -> Color:
        """The opponent."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    @property
    def label(self) -> str:
        """The name for people: "White" or "Black"."""
        return "White" if self is Color.WHITE else "Black"
