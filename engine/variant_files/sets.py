"""Set files: games of formations, described in TOML.

Each table is a game, described by its keys; see docs/troop.md. Missing keys have the values of
Troop Chess, but a table with formations has only those. A key or a value that is not understood
is an error, never ignored. Troop Chess itself and its variants are such files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from amalthea.engine.core import schema
from amalthea.engine.core.variant import DrawRules, Pace
from amalthea.engine.errors import VariantError
from amalthea.engine.games import BUILT_IN, FILES
from amalthea.engine.text import clip
from amalthea.engine.troop.shapes import Formation
from amalthea.engine.troop.variant import TroopVariant
from amalthea.engine.variant_files.contents import Contents, InvalidSection

SUFFIX = ".toml"
_NAME = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_BASE = "troop"
_STALLED = {"count": True, "draw": False}  # whether stones are counted when play stalls
_NOT_INHERITED = ("files", "ranks", "start", "title", "game_length")
_MOST_MOVES = 1000  # of a game's length


@dataclass(frozen=True, slots=True)
class _Table:
    """The keys of a game."""

    files: int
    ranks: int
    start: str
    letter: str
    hardness: dict[str, str]
    front: int
    no_capture_plies: Annotated[int, Meta(ge=1)]
    repetitions: Annotated[int, Meta(ge=1)]
    stalled: str
    formations: tuple[Formation, ...]
    title: str = ""
    game_length: tuple[int | float, ...] = ()


def is_set(path: str) -> bool:
    """Return True if a file of games is a set file, by its name."""
    return path.endswith(SUFFIX)


def load(path: str) -> tuple[TroopVariant, ...]:
    """Return the games of a file, in order. Raises VariantError for the first error."""
    return read(path).checked()


def read(path: str) -> Contents[TroopVariant]:
    """Return the valid games of a file and the error of each other one, both in order.

    Raises VariantError if the file cannot be read or is not TOML.
    """
    found: list[TroopVariant] = []
    invalid: list[InvalidSection] = []
    for name, table in _tables(path).items():
        try:
            if name in BUILT_IN:
                raise VariantError(f"[{name}]: a built-in variant has this name")
            found.append(_variant(name, table))
        except (VariantError, schema.SchemaError) as error:
            invalid.append(InvalidSection(name, (VariantError(f"{path}: {error}"),)))
    return Contents(tuple(found), tuple(invalid))


def shipped(path: Path) -> TroopVariant:
    """Return the one game of a file that comes with the engine. Raises VariantError."""
    ((name, table),) = _tables(str(path)).items()
    return _variant(name, table)


def _tables(path: str) -> dict[str, Any]:
    try:
        return schema.read_toml(path, f"set file {path!r} cannot be read")
    except schema.SchemaError as error:
        raise VariantError(str(error)) from error


@cache
def _inherited() -> Mapping[str, Any]:
    """Return the values of keys that are missing in a table."""
    table = _tables(str(FILES / f"{_BASE}{SUFFIX}"))[_BASE]
    return {key: value for key, value in table.items() if key not in _NOT_INHERITED}


def _variant(name: str, keys: object) -> TroopVariant:
    where = f"[{name if _NAME.fullmatch(name) else clip(name)}]"
    if not _NAME.fullmatch(name):
        raise VariantError(f"{where}: expected a name of letters, digits, - and _")
    if not isinstance(keys, dict):
        raise VariantError(f"{where}: a value outside of tables, expected only tables")
    schema.check_keys(keys, _Table, where)
    keys = {**_inherited(), **keys}
    if isinstance(keys["formations"], list):
        keys["formations"] = [_with_default_strides(each, where) for each in keys["formations"]]
    table = schema.from_values(keys, _Table, where)
    if table.stalled not in _STALLED:
        raise VariantError(
            f"{where}: stalled {clip(table.stalled)}, expected {' or '.join(_STALLED)}"
        )
    return TroopVariant(
        name=name,
        title=table.title or name,
        files=table.files,
        ranks=table.ranks,
        start=table.start,
        draws=DrawRules(table.repetitions, table.no_capture_plies),
        pace=_pace(where, table.game_length) if "game_length" in keys else Pace(),
        letter=table.letter,
        formations=table.formations,
        hardness=table.hardness,
        front=table.front,
        counts=_STALLED[table.stalled],
    )


def _with_default_strides(keys: object, where: str) -> object:
    """Return the keys of a formation; without `strides` it strides only the way it faces."""
    if not isinstance(keys, dict):
        return keys
    schema.check_keys(keys, Formation, f"{where} formations")
    return {**keys, "strides": keys.get("strides", [keys.get("faces", "")])}


def _pace(where: str, numbers: tuple[int | float, ...]) -> Pace:
    if [type(number) for number in numbers] in ([int, int], [int, int, float]):
        moves, least, foresight = (*numbers, Pace().foresight)[:3]
        if 0 < moves < _MOST_MOVES and 0 < least < _MOST_MOVES and 0 <= foresight <= 1:
            return Pace(int(moves), int(least), foresight)
    expected = "two numbers of moves, like [70, 22], and perhaps a part, like 0.6"
    raise VariantError(f"{where}: game_length {clip(str(list(numbers)))}, expected {expected}")
