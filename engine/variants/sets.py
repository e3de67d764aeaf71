"""Set files: games of formations that somebody else describes, as TOML.

A table opens a game, its keys describe it; docs/troop.md explains them. What a table does not say
is as in Troop Chess, but for its formations, which are all its own if it has any. A key or a value
that is not understood is an error, never ignored.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn

from engine import variants
from engine.board.variant import DrawRules
from engine.errors import VariantError, clip, reason
from engine.kinds.formations.rules import FormationVariant
from engine.kinds.formations.shapes import Formation
from engine.variants.contents import Contents, Refused

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
_FORMATION_NEEDED = ("name", "letter", "drawing", "faces")
_TYPES = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def is_set(path: str) -> bool:
    """Whether a file of games is one of these, by its name."""
    return path.endswith(SUFFIX)


def load(path: str) -> tuple[FormationVariant, ...]:
    """The games of a file, in its order. Raises VariantError for its first fault."""
    return read(path).sound()


def read(path: str) -> Contents[FormationVariant]:
    """The sound games of a file and the fault of each other one, both in the file's order.

    Raises VariantError when the file cannot be read or is no TOML.
    """
    try:
        tables = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise VariantError(f"set file {path!r} cannot be read: {reason(error)}") from error
    found: list[FormationVariant] = []
    refused: list[Refused] = []
    for name, table in tables.items():
        try:
            found.append(_variant(name, table))
        except VariantError as fault:
            refused.append(Refused(name, (VariantError(f"{path}: {fault}"),)))
    return Contents(tuple(found), tuple(refused))


def _variant(name: str, table: object) -> FormationVariant:
    where = f"[{name if _NAME.fullmatch(name) else clip(name)}]"
    if not _NAME.fullmatch(name):
        _fail(where, "the name has other signs than letters, digits, - and _")
    if name in variants.BUILT_IN:
        _fail(where, "that is a built-in variant, expected another name")
    if not isinstance(table, dict):
        _fail(where, "a value outside any table, expected tables alone")
    _check(where, table, _KEYS, _NEEDED)
    base = variants.get(_BASE)
    assert isinstance(base, FormationVariant)
    stalled = table.get("stalled", "count")
    if stalled not in _STALLED:
        _fail(where, f"stalled {clip(stalled)}, expected {' or '.join(_STALLED)}")
    for key in ("no_capture_plies", "repetitions"):
        if table.get(key, 1) < 1:
            _fail(where, f"{key} {table[key]}, expected at least 1")
    for meeting, outcome in table.get("hardness", {}).items():
        if not isinstance(outcome, str):
            _fail(where, f"hardness {clip(meeting)} {clip(str(outcome))}, expected a text")
    draws = DrawRules(
        table.get("repetitions", base.draws.repetitions),
        table.get("no_capture_plies", base.draws.plies),
    )
    formations = base.formations
    if "formations" in table:
        numbered = enumerate(table["formations"], start=1)
        formations = tuple(_formation(f"{where} formation {at}", each) for at, each in numbered)
    return FormationVariant(
        name=name,
        title=table.get("title", name),
        files=table["files"],
        ranks=table["ranks"],
        start=table["start"],
        draws=draws,
        letter=table.get("letter", base.letter),
        formations=formations,
        hardness=table.get("hardness", base.hardness),
        front=table.get("front", base.front),
        counts=_STALLED[stalled],
    )


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
    """Refuses keys that nobody knows, values of another type, and what lacks."""
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
