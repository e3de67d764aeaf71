"""Parts of many like cases for an ordinary run; all of them run with --all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import pytest


class Sample(Protocol):
    """Fixture: return how many cases to try: the first number, or the second with --all."""

    def __call__(self, ordinary: int, thorough: int) -> int: ...


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """Return the values of a parameter; without --all, only every `step`-th one is tried."""
    return [
        value if not number % step else pytest.param(value, marks=pytest.mark.thorough)
        for number, value in enumerate(values)
    ]
