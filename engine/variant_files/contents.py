"""The contents of a file of variants, in whatever format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import VariantError

V_co = TypeVar("V_co", bound=Variant, covariant=True)


@dataclass(frozen=True, slots=True)
class InvalidSection:
    """An invalid section: its name, "" if even that cannot be read, and the errors."""

    name: str
    errors: tuple[VariantError, ...]


@dataclass(frozen=True, slots=True)
class Contents(Generic[V_co]):
    """The contents of a file, in order. general: errors outside of all sections.

    warnings: by a valid variant's name, what its author may not have meant, and the differences
    from other programs. corrections: how lines that are slightly wrong were read, a sentence each
    with its place. starts: by a valid variant's name, how a message about its first position
    begins.
    """

    variants: tuple[V_co, ...]
    invalid: tuple[InvalidSection, ...]
    general: tuple[VariantError, ...] = ()
    warnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    corrections: tuple[str, ...] = ()
    starts: Mapping[str, str] = field(default_factory=dict)

    def errors(self) -> Iterator[VariantError]:
        """Yield all errors."""
        yield from self.general
        for section in self.invalid:
            yield from section.errors

    def checked(self) -> tuple[V_co, ...]:
        """Return the variants of a file without errors. Raises VariantError for the first error."""
        for error in self.errors():
            raise error
        return self.variants
