"""What is chased and by whom, where that decides a repetition."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.pieces.description.regions import Region


@dataclass(frozen=True, slots=True)
class Chases:
    """Who threatened one and the same piece anew by every move between repetitions has lost.

    What a threat is, is told in docs/variants.md. harmless: types that threaten nothing, beside the
    royal one. dearer: (letter, letters), what a type threatens even where it is protected.
    spared: (letter, region), where a type is not threatened.
    """

    harmless: tuple[str, ...] = ()
    dearer: tuple[tuple[str, tuple[str, ...]], ...] = ()
    spared: tuple[tuple[str, Region], ...] = ()
