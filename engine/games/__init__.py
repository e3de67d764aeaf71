"""The list of the shipped games and the folder of their files."""

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
"""The games that are listed first; a user's file may not describe another game by these names."""

FILES = Path(__file__).parent
"""The folder of the shipped games: NAME.ini has pieces, NAME.toml formations, gess.py Gess."""

PARENTS = FILES / "parents"
"""Games that are not played themselves, from which published files derive others."""

_SUFFIXES = (".ini", ".toml")


def is_shipped(name: str) -> bool:
    """Return True if a game of this name is shipped."""
    return name in BUILT_IN or name in in_files()


@cache
def in_files() -> tuple[str, ...]:
    """Return the names of all games that are files, in alphabetical order."""
    return tuple(sorted(file.stem for file in FILES.iterdir() if file.suffix in _SUFFIXES))


@cache
def parents() -> tuple[str, ...]:
    """Return the names of the games that are only parents of others."""
    return tuple(sorted(file.stem for file in PARENTS.glob("*.ini")))
