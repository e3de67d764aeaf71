"""Variations of a game: moves that were not played, from some ply of it on.

Together they are a tree, given by its longest lines; common moves of two lines are repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from amalthea.engine.core.game import shared_length

Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves after a number of plies of the game."""

    ply: int
    moves: tuple[str, ...]

    def diverging_from(self, main: Sequence[str]) -> Variation | None:
        """Return the variation from where it leaves the game.

        The result is None if it never leaves the game, or begins after its end.
        """
        if self.ply > len(main):
            return None
        shared = shared_length(self.moves, main[self.ply :])
        moves = self.moves[shared:]
        return Variation(self.ply + shared, moves) if moves else None

    def is_prefix_of(self, other: Variation) -> bool:
        """Return True if another variation continues this one, or is equal."""
        return other.ply == self.ply and other.moves[: len(self.moves)] == self.moves


def branches(main: Sequence[str], others: Iterable[Line]) -> dict[int, list[list[Line]]]:
    """Return lines by the index of the move of the main line that they replace.

    A line that continues the main line repeats its last move. Each list is a line with those that
    have the first move in common, all from there on.
    """
    found: dict[int, dict[str, list[Line]]] = {}
    for other in others:
        shared = shared_length(main, other)
        at = min(shared, len(main) - 1)
        if at >= 0 and shared < len(other):
            found.setdefault(at, {}).setdefault(other[at], []).append(other[at:])
    return {at: list(groups.values()) for at, groups in found.items()}
