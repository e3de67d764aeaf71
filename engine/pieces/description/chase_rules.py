"""The rule of perpetual chases."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.pieces.description.regions import Region


@dataclass(frozen=True, slots=True)
class Chases:
    """A side that threatened one piece anew with every move between repetitions has lost.

    docs/variants.md defines threats. harmless: types that threaten nothing, besides the royal one.
    dearer: (letter, letters), what a type threatens even if it is protected. spared: (letter,
    region), where a type is not threatened.
    """

    harmless: tuple[str, ...] = ()
    dearer: tuple[tuple[str, tuple[str, ...]], ...] = ()
    spared: tuple[tuple[str, Region], ...] = ()
