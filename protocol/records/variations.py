"""Side lines of a game: moves that were not played, from some ply of it on.

Together they are a tree, told by its longest lines; what two have in common stands in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """These moves after so many plies of the game."""

    ply: int
    moves: tuple[str, ...]

    def beside(self, main: Sequence[str]) -> Variation | None:
        """The same line from where it leaves the game; None where it never does or cannot begin."""
        if self.ply > len(main):
            return None
        shared = 0
        for own, played in zip(self.moves, main[self.ply :], strict=False):
            if own != played:
                break
            shared += 1
        moves = self.moves[shared:]
        return Variation(self.ply + shared, moves) if moves else None

    def begins(self, other: Variation) -> bool:
        """Whether another line goes on where this one ends, or is the same."""
        return other.ply == self.ply and other.moves[: len(self.moves)] == self.moves


def branches(main: Sequence[str], others: Iterable[Line]) -> dict[int, list[list[Line]]]:
    """Lines that begin where a main line does, by the move of it that they are written behind.

    That is the move which they replace; what goes on after the last one repeats it. Each list is a
    line with those that have its first move in common, all from there on.
    """
    found: dict[int, dict[str, list[Line]]] = {}
    for other in others:
        shared = next(
            (at for at, (a, b) in enumerate(zip(main, other, strict=False)) if a != b), len(main)
        )
        at = min(shared, len(main) - 1)
        if 0 <= at < len(other):
            found.setdefault(at, {}).setdefault(other[at], []).append(other[at:])
    return {at: list(groups.values()) for at, groups in found.items()}
