"""Side lines of a game: variations that are kept, shown and saved with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.records.variations import Variation

MOST_SIDE_LINES = 60

Shown = Sequence[dict[str, Any]]  # of each move its text, its number and who chose


class SideLinesError(AmaltheaError, ValueError):
    """Error for too many side lines."""


class SideLines:
    """Tree of variations as its longest lines, in the order in which they were started."""

    def __init__(self) -> None:
        self._shown: dict[Variation, Shown] = {}

    def __iter__(self) -> Iterator[Variation]:
        return iter(self._shown)

    def keep(self, line: Variation, shown: Shown) -> None:
        """Add a line, replacing one that it continues. Raises SideLinesError."""
        if any(line.is_prefix_of(known) for known in self._shown):
            return
        beginning = next((known for known in self._shown if known.is_prefix_of(line)), None)
        if beginning is None and len(self._shown) >= MOST_SIDE_LINES:
            raise SideLinesError(f"at most {MOST_SIDE_LINES} side lines are kept; delete one first")
        if beginning is None:
            self._shown[line] = shown
        else:
            longer = line.with_annotations_of([beginning])
            self._shown = {
                longer if known is beginning else known: shown if known is beginning else before
                for known, before in self._shown.items()
            }

    def forget(self, line: Variation) -> None:
        """Delete the last move of a line and all that follows it."""
        lines: dict[Variation, Shown] = {}
        length = len(line.moves) - 1
        for known, shown in self._shown.items():
            if not line.is_prefix_of(known):
                lines[known] = shown
            elif length:
                shorter = Variation(line.ply, line.moves[:-1]).with_annotations_of([known])
                lines[shorter] = shown[:length]
        self._set(lines)

    def follow(self, main: Sequence[str]) -> None:
        """Shorten lines to what lies beyond the game's moves; remove those that it has left.

        main: the moves of the game.
        """
        lines: dict[Variation, Shown] = {}
        for known, shown in self._shown.items():
            if line := known.diverging_from(main):
                lines[line] = shown[-len(line.moves) :]
        self._set(lines)

    def _set(self, lines: dict[Variation, Shown]) -> None:
        """Replace all lines, without those that are the beginning of another one."""
        self._shown = {
            line: shown
            for line, shown in lines.items()
            if not any(line is not other and line.is_prefix_of(other) for other in lines)
        }

    def to_json(self) -> list[dict[str, Any]]:
        """Return all lines for JSON; comments: those on a line's moves, by their number from 1."""
        return [
            {
                "ply": line.ply,
                "line": line.moves,
                "turns": shown,
                "comments": {at: each.for_readers for at, each in line.annotations.items()},
            }
            for line, shown in self._shown.items()
        ]
