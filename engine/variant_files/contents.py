"""What a file of variants holds, whatever it is written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import VariantError

V_co = TypeVar("V_co", bound=Variant, covariant=True)


@dataclass(frozen=True, slots=True)
class Refused:
    """A section that is no game: its name, "" where even that cannot be read, and why."""

    name: str
    faults: tuple[VariantError, ...]


@dataclass(frozen=True, slots=True)
class Contents(Generic[V_co]):
    """What a file holds, in its order. stray: what is wrong outside of all sections.

    warnings: by a sound variant's name, where other programs play something else.
    """

    variants: tuple[V_co, ...]
    refused: tuple[Refused, ...]
    stray: tuple[VariantError, ...] = ()
    warnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def faults(self) -> Iterator[VariantError]:
        """Everything that is wrong."""
        yield from self.stray
        for refused in self.refused:
            yield from refused.faults

    def sound(self) -> tuple[V_co, ...]:
        """The variants of a file that has no fault. Raises VariantError for its first one."""
        for fault in self.faults():
            raise fault
        return self.variants
