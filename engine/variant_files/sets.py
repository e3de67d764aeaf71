"""Set files: games of formations, described in TOML.

Each table is a game, described by its keys; see docs/troop.md. Missing keys have the values of
Troop
Chess, but a table with formations has only those. A key or a value that is not understood is an
error, never ignored. Troop Chess itself and its variants are such files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from amalthea.engine.core.variant import DrawRules, Pace
from amalthea.engine.errors import VariantError
from amalthea.engine.games import BUILT_IN, FILES
from amalthea.engine.text import clip, error_reason
from amalthea.engine.troop.shapes import Formation
from amalthea.engine.troop.variant import TroopVariant
from amalthea.engine.variant_files.contents import Contents, Refused

SUFFIX = ".toml"
_NAME = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_BASE = "troop"
_STALLED = {"count": True, "draw": False}
_KEYS: dict[str, type] = {
    "title": str,
    "files": int,
    "ranks": int,
    "start": str,
    "letter": str,
    "hardness": dict,
    "front": int,
    "no_capture_plies": int,
    "repetitions": int,
    "stalled": str,
    "game_length": list,
    "formations": list,
}
_FORMATION_KEYS: dict[str, type] = {
    "name": str,
    "letter": str,
    "drawing": str,
    "faces": str,
    "strides": list,
    "steps": list,
    "hard": bool,
}
_NEEDED = ("files", "ranks", "start")
_NOT_INHERITED = (*_NEEDED, "title", "game_length")
_FORMATION_NEEDED = ("name", "letter", "drawing", "faces")
_MOST_MOVES = 1000  # of a game's length
_TYPES = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def is_set(path: str) -> bool:
    """Return True if a file of games is a set file, by its name."""
    return path.endswith(SUFFIX)


def load(path: str) -> tuple[TroopVariant, ...]:
    """Return the games of a file, in order. Raises VariantError for the first error."""
    return read(path).sound()


def read(path: str) -> Contents[TroopVariant]:
    """Return the valid games of a file and the error of each other one, both in order.

    Raises VariantError if the file cannot be read or is not TOML.
    """
    found: list[TroopVariant] = []
    refused: list[Refused] = []
    for name, table in _tables(path).items():
        try:
            if name in BUILT_IN:
                _fail(f"[{name}]", "that is a built-in variant, expected another name")
            found.append(_variant(name, table))
        except VariantError as fault:
            refused.append(Refused(name, (VariantError(f"{path}: {fault}"),)))
    return Contents(tuple(found), tuple(refused))


def shipped(path: Path) -> TroopVariant:
    """Return the one game of a file that comes with the engine. Raises VariantError."""
    ((name, table),) = _tables(str(path)).items()
    return _variant(name, table)


def _tables(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise VariantError(f"set file {path!r} cannot be read: {error_reason(error)}") from error


@cache
def _inherited() -> Mapping[str, Any]:
    """Return the values of keys that are missing in a table."""
    table = _tables(str(FILES / f"{_BASE}{SUFFIX}"))[_BASE]
    return {key: value for key, value in table.items() if key not in _NOT_INHERITED}


def _variant(name: str, table: object) -> TroopVariant:
    where = f"[{name if _NAME.fullmatch(name) else clip(name)}]"
    if not _NAME.fullmatch(name):
        _fail(where, "the name has other signs than letters, digits, - and _")
    if not isinstance(table, dict):
        _fail(where, "a value outside any table, expected tables alone")
    _check(where, table, _KEYS, _NEEDED)
    table = {**_inherited(), **table}
    stalled = table["stalled"]
    if stalled not in _STALLED:
        _fail(where, f"stalled {clip(stalled)}, expected {' or '.join(_STALLED)}")
    for key in ("no_capture_plies", "repetitions"):
        if table[key] < 1:
            _fail(where, f"{key} {table[key]}, expected at least 1")
    for meeting, outcome in table["hardness"].items():
        if not isinstance(outcome, str):
            _fail(where, f"hardness {clip(meeting)} {clip(str(outcome))}, expected a text")
    numbered = enumerate(table["formations"], start=1)
    return TroopVariant(
        name=name,
        title=table.get("title", name),
        files=table["files"],
        ranks=table["ranks"],
        start=table["start"],
        draws=DrawRules(table["repetitions"], table["no_capture_plies"]),
        pace=_pace(where, table["game_length"]) if "game_length" in table else Pace(),
        letter=table["letter"],
        formations=tuple(_formation(f"{where} formation {at}", each) for at, each in numbered),
        hardness=table["hardness"],
        front=table["front"],
        counts=_STALLED[stalled],
    )


def _pace(where: str, numbers: list[Any]) -> Pace:
    if [type(number) for number in numbers] in ([int, int], [int, int, float]):
        moves, least, foresight = (*numbers, Pace().foresight)[:3]
        if 0 < moves < _MOST_MOVES and 0 < least < _MOST_MOVES and 0 <= foresight <= 1:
            return Pace(moves, least, foresight)
    expected = "two numbers of moves, like [70, 22], and perhaps a part, like 0.6"
    raise VariantError(f"{where} game_length {clip(str(numbers))}, expected {expected}")


def _formation(where: str, table: object) -> Formation:
    if not isinstance(table, dict):
        _fail(where, f"{clip(str(table))}, expected a table")
    _check(where, table, _FORMATION_KEYS, _FORMATION_NEEDED)
    given = {key: value for key, value in table.items() if not isinstance(value, list)}
    for key in ("strides", "steps"):
        words = table.get(key, [])
        if not all(isinstance(word, str) for word in words):
            _fail(where, f"{key}: expected a list of texts")
        if key in table:
            given[key] = tuple(words)
    return Formation(**({"strides": (table["faces"],)} | given))


def _check(
    where: str, table: Mapping[str, Any], keys: Mapping[str, type], needed: Collection[str]
) -> None:
    """Raise VariantError for unknown keys, values of the wrong type, and missing keys."""
    for key, value in table.items():
        if key not in keys:
            _fail(where, f"key {clip(key)}, expected one of {' '.join(keys)}")
        if type(value) is not keys[key]:
            _fail(where, f"{key} {clip(str(value))}, expected {_TYPES[keys[key]]}")
    for key in needed:
        if key not in table:
            _fail(where, f"no {key}")


def _fail(where: str, what: str) -> NoReturn:
    raise VariantError(f"{where} {what}")
