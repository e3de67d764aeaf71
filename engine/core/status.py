"""The status of a game: ongoing, won or drawn, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a game.

    state: "ongoing", "win" or "draw".
    winner: "w" or "b", or None.
    reason: the termination in one word, or None.
    choosers: the sides that choose if both choose at once, "wb"; otherwise empty.
    """

    state: str
    winner: str | None = None
    reason: str | None = None
    choosers: str = ""

    def __str__(self) -> str:
        words = [word for word in (self.state, self.winner, self.reason) if word]
        return " ".join([*words, "choose", self.choosers] if self.choosers else words)
