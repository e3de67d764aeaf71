"""How a game stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Status:
    """state: "ongoing", "win" or "draw"; winner: "w" or "b"; reason: one word."""

    state: str
    winner: str | None = None
    reason: str | None = None

    def __str__(self) -> str:
        return " ".join(word for word in (self.state, self.winner, self.reason) if word)
