"""Descriptions of which some fields are not known, to find contradictions in the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from typing import Any, NoReturn, TypeVar

from amalthea.engine.errors import VariantError

T = TypeVar("T")


class UnknownField(VariantError):
    """Error for the use of a field that is not known."""


def incomplete(kind: type[T], known: Mapping[str, Any], unknown: Collection[str]) -> T:
    """Return a description with the known fields, and defaults for those that are not unknown.

    kind: its dataclass. To read an unknown field, or to compare the description with another one,
    raises UnknownField.
    """
    made: T = object.__new__(_incomplete_kind(kind))
    for field in fields(kind):  # type: ignore[arg-type]
        if field.name in known:
            object.__setattr__(made, field.name, known[field.name])
        elif field.name in unknown:
            continue
        elif field.default is not MISSING:
            object.__setattr__(made, field.name, field.default)
        elif field.default_factory is not MISSING:
            object.__setattr__(made, field.name, field.default_factory())
    return made


def _incomplete_kind(kind: type) -> type:
    """Return a subclass whose missing fields raise UnknownField."""
    fails = {"__getattr__": _fail, "__eq__": _fail, "__hash__": kind.__hash__}
    return type(f"Incomplete{kind.__name__}", (kind,), {"__slots__": (), **fails})


def _fail(description: object, other: object) -> NoReturn:
    """Raise UnknownField, for a field or a comparison."""
    raise UnknownField(f"unknown: {other}")
