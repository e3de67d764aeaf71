"""Parts of many like cases for an ordinary run; all of them run with --all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import pytest

ONE_OF_A_KIND = ("gast", "gochess", "gess", "troop")


class Sample(Protocol):
    """Fixture: return how many cases to try: the first number, or the second with --all."""

    def __call__(self, ordinary: int, thorough: int) -> int: ...


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """Return the values of a parameter; without --all, only every `step`-th one is tried."""
    return _partly(values, lambda number, _: number % step == 0)


def one_of_a_kind(names: Iterable[str]) -> list[Any]:
    """Return the games of a parameter; without --all, only one of each kind is tried."""
    return _partly(names, lambda _, name: name in ONE_OF_A_KIND)


def _partly(values: Iterable[Any], is_tried: Callable[[int, Any], bool]) -> list[Any]:
    return [
        value if is_tried(number, value) else pytest.param(value, marks=pytest.mark.thorough)
        for number, value in enumerate(values)
    ]
