"""The contents of a file of variants, in whatever format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import VariantError

V_co = TypeVar("V_co", bound=Variant, covariant=True)


@dataclass(frozen=True, slots=True)
class Refused:
    """An invalid section: its name, "" if even that cannot be read, and the errors."""

    name: str
    faults: tuple[VariantError, ...]


@dataclass(frozen=True, slots=True)
class Contents(Generic[V_co]):
    """The contents of a file, in order. stray: errors outside of all sections.

    warnings: by a valid variant's name, the differences from other programs.
    """

    variants: tuple[V_co, ...]
    refused: tuple[Refused, ...]
    stray: tuple[VariantError, ...] = ()
    warnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def faults(self) -> Iterator[VariantError]:
        """Yield all errors."""
        yield from self.stray
        for refused in self.refused:
            yield from refused.faults

    def sound(self) -> tuple[V_co, ...]:
        """Return the variants of a file without errors. Raises VariantError for the first error."""
        for fault in self.faults():
            raise fault
        return self.variants
