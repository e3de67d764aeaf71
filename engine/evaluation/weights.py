"""The names of the weights of counted features: one weight for each phase of the game."""

from __future__ import annotations

from collections.abc import Iterable

PHASES = ("midgame", "endgame")


def phased(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the weights of features: those of both phases for each feature."""
    return tuple(f"{name}_{phase}" for name in names for phase in PHASES)
