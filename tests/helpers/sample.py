"""The type of the fixture `sample`."""

from __future__ import annotations

from typing import Protocol


class Sample(Protocol):
    """Return how many cases to try: the first number, or the second with --all."""

    def __call__(self, ordinary: int, thorough: int) -> int: ...
