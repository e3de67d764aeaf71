"""The variant files that ship with the engine, one for each game and named after it.

Games in `games` can be played; `parents` holds games from which published files derive others, but
which need rules that are missing here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from amalthea.engine.errors import VariantError
from amalthea.engine.games import FILES, PARENTS
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import sections
from amalthea.engine.pieces.reading.settings import Settings
from amalthea.engine.pieces.rules.registry import KEYS
from amalthea.engine.variant_files.description import described


@cache
def settings(name: str) -> Settings | None:
    """Return the settings of a game's file, None for a game that does not ship with the engine."""
    for folder in (FILES, PARENTS):
        path = folder / f"{name}.ini"
        if path.is_file():
            return _settings(path)
    return None


def variant(name: str) -> PiecesVariant:
    """Return the game of a file. Raises VariantError."""
    found = settings(name)
    assert found, f"{name} is not shipped"
    game, errors = described(found)
    for error in errors:
        raise error
    assert game
    return game


def _settings(path: Path) -> Settings:
    (section,) = sections.read(str(path)).sections
    for error in section.errors:
        raise VariantError(str(error))
    return Settings(section, KEYS, settings(section.parent) if section.parent else None)
