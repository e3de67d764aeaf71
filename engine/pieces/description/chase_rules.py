"""The rule of perpetual chases."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.pieces.description.regions import Region


@dataclass(frozen=True, slots=True)
class Chases:
    """The rule of chases: a side that attacks one piece anew with every move of a repetition loses.

    docs/variants.md defines threats. harmless: types that threaten nothing, besides the royal one.
    dearer: (letter, letters), the types that a type threatens even if they are protected. spared:
    (letter, region), where a type is not threatened.
    """

    harmless: tuple[str, ...] = ()
    dearer: tuple[tuple[str, tuple[str, ...]], ...] = ()
    spared: tuple[tuple[str, Region], ...] = ()
