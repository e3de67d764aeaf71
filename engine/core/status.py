"""How a game stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Status:
    """state: "ongoing", "win" or "draw"; winner: "w" or "b"; reason: one word.

    choosers: the sides that choose, where both do at once.
    """

    state: str
    winner: str | None = None
    reason: str | None = None
    choosers: str = ""

    def __str__(self) -> str:
        words = [word for word in (self.state, self.winner, self.reason) if word]
        return " ".join([*words, "choose", self.choosers] if self.choosers else words)
