"""Tunable constants of the search, as a table for tuning tools.

They can be set only in a build with AMALTHEA_TUNE=1 or AMALTHEA_DEBUG=1.
"""

from dataclasses import dataclass
from importlib import import_module

import cython
from cython.cimports.amalthea.engine.search.constants import (
    AMALTHEA_BUILD,
    SEARCH_CONSTANTS_END,
    SEARCH_TUNABLE,
    SearchConstant,
    search_constant,
)

_USERS = (
    "amalthea.engine.search.searcher",
    "amalthea.engine.search.correction_history",
    "amalthea.engine.search.move_picker",
)


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant's value and range."""

    value: int
    low: int
    high: int


def build_name():
    """Return the kind of this build: quick, tuned, debug, asan or tune."""
    return AMALTHEA_BUILD.decode()


def tunable_constants():
    """Return the constants that can be set, by name; none in a build for playing."""
    found = {}
    number: cython.int
    row: cython.pointer[cython.const[SearchConstant]]
    if SEARCH_TUNABLE:
        for number in range(SEARCH_CONSTANTS_END):
            row = search_constant(number)
            found[row.name.decode()] = Constant(row.value, row.low, row.high)
    return found


def set_constants(values):
    """Set constants by name for this process and all searchers created from now on.

    Raises ValueError for unknown names and values out of range.
    """
    known = tunable_constants()
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"{name!r} is not a tunable search constant")
        if not known[name].low <= value <= known[name].high:
            raise ValueError(f"{name} {value}: expected {known[name].low} to {known[name].high}")
    numbers = {name: number for number, name in enumerate(known)}
    for user in map(import_module, _USERS):
        for name, value in values.items():
            user.set_constant(numbers[name], value)
