from collections.abc import Mapping
from dataclasses import dataclass

@dataclass(frozen=True, slots=True)
class Constant:
    """A number of the search, and the least and the most that make sense."""

    value: int
    low: int
    high: int

def tunable() -> dict[str, Constant]:
    """Those that can be set, by name; in a build for play there are none."""

def set_constants(values: Mapping[str, int]) -> None:
    """Sets them by name for this process and every searcher made from now on.

    Raises ValueError for what cannot be set, or not so.
    """
