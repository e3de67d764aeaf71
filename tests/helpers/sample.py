"""Parts of many like cases for an ordinary run; all of them run with --all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest

from amalthea.engine.games import FILES, PARENTS

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


def one_of_each_rule(names: Iterable[str]) -> list[Any]:
    """Return the games of a parameter; without --all, only `games_of_each_rule` are tried."""
    return _partly(names, lambda _, name: name in games_of_each_rule())


@cache
def games_of_each_rule() -> frozenset[str]:
    """Return few shipped games that set all keys of variant files between them.

    One of each kind is among them. Keys that differ in their number alone count as one.
    """
    keys = {path.stem: _keys(path) for path in sorted(FILES.glob("*.ini"))}
    found = set(ONE_OF_A_KIND)
    missing = set[str]().union(*keys.values())
    missing -= set[str]().union(*(keys.get(name, set()) for name in found))
    while missing:
        best = max(keys, key=lambda name: len(keys[name] & missing))
        found.add(best)
        missing -= keys[best]
    return frozenset(found)


def _keys(file: Path) -> set[str]:
    """Return the keys that a variant file and its parents set."""
    text = file.read_text()
    keys = set(re.findall(r"^([A-Za-z]+)\d*\s*=", text, re.M))
    parent = re.search(r"^\[[^]:]+:\s*([^]]+)\]", text, re.M)
    if not parent:
        return keys
    return keys.union(
        *(_keys(path) for folder in (FILES, PARENTS) for path in folder.glob(f"{parent[1]}.ini"))
    )


def _partly(values: Iterable[Any], is_tried: Callable[[int, Any], bool]) -> list[Any]:
    return [
        value
        if is_tried(number, value)
        else pytest.param(*_parameters(value), marks=pytest.mark.thorough)
        for number, value in enumerate(values)
    ]


def _parameters(value: Any) -> tuple[Any, ...]:
    """Return the values of several parameters, or the one of a single parameter."""
    return value if isinstance(value, tuple) else (value,)
