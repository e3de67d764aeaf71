"""Variations of a game: moves that were not played, from some ply of it on.

Together they are a tree, given by its longest lines; common moves of two lines are repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from amalthea.engine.core.game import shared_length
from amalthea.protocol.records.annotation import Annotation

Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves after a number of plies of the game.

    annotations: those on its moves, by the number of its moves up to there. Variations are equal
    if their moves are.
    """

    ply: int
    moves: Line
    annotations: Mapping[int, Annotation] = field(default_factory=dict, compare=False)

    def diverging_from(self, main: Sequence[str]) -> Variation | None:
        """Return the variation from where it leaves the game.

        The result is None if it never leaves the game, or begins after its end.
        """
        if self.ply > len(main):
            return None
        rest = self.since(shared_length(self.moves, main[self.ply :]))
        return rest if rest.moves else None

    def since(self, at: int) -> Variation:
        """Return the variation without so many of its first moves."""
        later = {ply - at: each for ply, each in self.annotations.items() if ply > at}
        return Variation(self.ply + at, self.moves[at:], later)

    def from_first_move(self, main: Line) -> Variation:
        """Return the variation behind the moves of the game that come before it."""
        later = {ply + self.ply: each for ply, each in self.annotations.items()}
        return Variation(0, main[: self.ply] + self.moves, later)

    def with_annotations_of(self, others: Iterable[Variation]) -> Variation:
        """Return the variation with the annotations of others on the moves that they share."""
        found: dict[int, Annotation] = {}
        for other in others:
            shared = shared_length(self.moves, other.moves)
            found |= {ply: each for ply, each in other.annotations.items() if ply <= shared}
        return replace(self, annotations={**found, **self.annotations})

    def is_prefix_of(self, other: Variation) -> bool:
        """Return True if another variation continues this one, or is equal."""
        return other.ply == self.ply and other.moves[: len(self.moves)] == self.moves


def branches(main: Line, others: Iterable[Variation]) -> dict[int, list[list[Variation]]]:
    """Return variations by the index of the move of the main line that they replace.

    others: variations from the first move of the main line on. The results begin with the move that
    replaces; one that continues the main line repeats its last move. Variations with the same first
    move share a list.
    """
    found: dict[int, dict[str, list[Variation]]] = {}
    for other in others:
        shared = shared_length(main, other.moves)
        at = min(shared, len(main) - 1)
        if at >= 0 and shared < len(other.moves):
            found.setdefault(at, {}).setdefault(other.moves[at], []).append(other.since(at))
    return {at: list(groups.values()) for at, groups in found.items()}
