"""The tunable numbers of the search, for who tunes them; the search itself has them at hand.

They can be set only in a build that was made for it, with AMALTHEA_TUNE=1 or AMALTHEA_DEBUG=1.
"""

from dataclasses import dataclass
from importlib import import_module

import cython
from cython.cimports.amalthea.engine.search.constants import (
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
    value: int
    low: int
    high: int


def tunable():
    """Those that can be set, by name; in a build for play there are none."""
    found = {}
    number: cython.int
    row: cython.pointer[cython.const[SearchConstant]]
    if SEARCH_TUNABLE:
        for number in range(SEARCH_CONSTANTS_END):
            row = search_constant(number)
            found[row.name.decode()] = Constant(row.value, row.low, row.high)
    return found


def set_constants(values):
    """Sets them by name for this process and every searcher made from now on.

    Raises ValueError for what cannot be set, or not so.
    """
    known = tunable()
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"{name!r} is no constant of the search that can be set")
        if not known[name].low <= value <= known[name].high:
            raise ValueError(f"{name} {value}: expected {known[name].low} to {known[name].high}")
    numbers = {name: number for number, name in enumerate(known)}
    for user in map(import_module, _USERS):
        for name, value in values.items():
            user.set_constant(numbers[name], value)
