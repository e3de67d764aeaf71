"""Which games come with the engine, and where their files are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

BUILT_IN = (
    "chess",
    "gast",
    "gast14",
    "ganymede",
    "gochess",
    "gess",
    "gess-cvp",
    "troop",
    "troop-trade",
    "troop-physical",
    "troop-shogi",
    "troop11",
    "troop13",
)
"""The games that are listed first; no file of a user's may describe another one by such a name."""

FILES = Path(__file__).parent
"""The shipped games: NAME.ini has pieces, NAME.toml formations; Gess is described in gess.py."""

PARENTS = FILES / "parents"
"""Games that published files derive others from, but which need rules that we do not have."""

_SUFFIXES = (".ini", ".toml")


def is_shipped(name: str) -> bool:
    """Return True if a game of that name comes along."""
    return name in BUILT_IN or name in in_files()


@cache
def in_files() -> tuple[str, ...]:
    """Return the names of all games that are files, in alphabetical order."""
    return tuple(sorted(file.stem for file in FILES.iterdir() if file.suffix in _SUFFIXES))
