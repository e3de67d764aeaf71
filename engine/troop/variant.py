"""The description of games like Troop Chess."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from amalthea.engine.core.variant import Variant
from amalthea.engine.stones.variant import StoneVariant
from amalthea.engine.troop.shapes import Formation, Pattern, clashes, patterns_of

MAX_FORMATIONS = 32
OUTCOMES = {  # when a stone lands on an enemy stone
    "c": "the enemy stone is captured",
    "t": "both stones are removed",
    "l": "the landing stone is removed, the other one stays",
    "x": "the move is illegal",
}
MEETINGS = ("00", "01", "10", "11")  # attacker and defender, 1 for a hard stone


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TroopVariant(StoneVariant):
    """A game in which stones of one side that form a formation move together as a block.

    hardness: the outcome of each meeting.
    front: a defending leading stone is hard against attacks that come from at most so many eighths
        of a turn beside straight ahead.
    counts: True if the side with more stones wins when play stalls by repetition or plies;
        otherwise that is a draw.
    """

    kind: ClassVar[str] = "amalthea.engine.troop"
    most_lines: ClassVar[int] = 19

    formations: tuple[Formation, ...]
    hardness: Mapping[str, str] = field(hash=False)
    front: int = 0
    counts: bool = True

    __hash__ = Variant.__hash__

    def errors(self) -> Iterator[str]:
        """Yield a message for each contradiction in the description."""
        yield from StoneVariant.errors(self)
        if sorted(self.hardness) != sorted(MEETINGS):
            yield f"hardness of {' '.join(sorted(self.hardness))}, expected {' '.join(MEETINGS)}"
        for meeting, outcome in self.hardness.items():
            if outcome not in OUTCOMES:
                yield f"hardness {meeting} {outcome!r}, expected one of {' '.join(OUTCOMES)}"
        if self.front not in (0, 1):
            yield f"front {self.front}, expected 0 or 1"
        yield from self._formation_errors()

    def _formation_errors(self) -> Iterator[str]:
        if not 1 <= len(self.formations) <= MAX_FORMATIONS:
            yield f"{len(self.formations)} formations, expected 1 to {MAX_FORMATIONS}"
        for formation in self.formations:
            for error in formation.errors():
                yield f"formation {formation.name!r}: {error}"
        letters = [formation.letter for formation in self.formations]
        for letter in sorted({letter for letter in letters if letters.count(letter) > 1}):
            yield f"{letters.count(letter)} formations have the letter {letter!r}"
        yield from clashes(self.formations)

    def patterns(self) -> tuple[Pattern, ...]:
        """Return the formations turned to all directions."""
        return patterns_of(self.formations)
