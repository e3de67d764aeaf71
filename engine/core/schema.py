"""External data, checked against the types of a dataclass; errors are reported in one line.

Importing msgspec and tomllib takes time, so they are imported for the first file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from amalthea.engine.core.input_file import read_whole
from amalthea.engine.errors import StorageError
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip

T = TypeVar("T")

_MAX_SHOWN = 200  # characters of an error
_MOST_BYTES = 4 << 20  # of a TOML file: of any that people write, and read in moments
_WORDS = {
    "array": "list",
    "bool": "true or false",
    "float": "number",
    "int": "whole number",
    "object": "table",
    "str": "text",
}
_TYPES = re.compile(r"`([^`]*)`")
_PLACE = re.compile(r"(?P<what>.*?)(?: - at (?:`.*` in )?`\$\.?(?P<place>.*)`)?", re.DOTALL)


class SchemaError(StorageError, ValueError):
    """Error for data without the expected structure."""


def from_json(data: bytes | str, kind: type[T], where: str) -> T:
    """Parse JSON as a value of that type. Raises SchemaError; its message begins with `where`."""
    import msgspec

    try:
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError) as error:
        raise SchemaError(f"{where}: {_explain(error)}") from error


def from_values(values: object, kind: type[T], where: str) -> T:
    """Convert plain values to a value of that type. Raises SchemaError."""
    import msgspec

    try:
        return msgspec.convert(values, kind)
    except (ValueError, RecursionError) as error:
        raise SchemaError(f"{where}: {_explain(error)}") from error


def to_json(value: object) -> str:
    """Return a value as JSON that `from_json` reads; far quicker than `asdict` and `json.dumps`."""
    import msgspec

    return msgspec.json.encode(value).decode()


def read_toml(path: str | Path, where: str) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises SchemaError, whose message begins with `where`, also for pipes, devices and files of more
    than 4 MiB.
    """
    import tomllib

    try:
        data = read_whole(str(path), _MOST_BYTES)
        return tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise SchemaError(f"{where}: {error_reason(error)}") from error


def check_keys(values: Iterable[str], kind: type[Any], where: str) -> None:
    """Raise SchemaError for the first key that is not a field of a dataclass."""
    known = [each.name for each in fields(kind)]
    for key in values:
        if key not in known:
            expected = " ".join(known)
            raise SchemaError(f"{where}: unknown key {clip(key)}, expected one of {expected}")


def without_empty(values: Any) -> Any:
    """Return plain values, to any depth, without members that are None, "" or {}."""
    if isinstance(values, Mapping):
        bare = {key: without_empty(value) for key, value in values.items()}
        return {key: value for key, value in bare.items() if value not in (None, "", {})}
    return [without_empty(each) for each in values] if isinstance(values, list | tuple) else values


def _in_words(types: re.Match[str]) -> str:
    """Return `int | null` as "whole number"."""
    names = types[1].split(" | ")
    names = [name for name in names if name != "null"] or names
    names = [name for name in names if name != "int" or "float" not in names]
    return " or ".join(_WORDS.get(name, name) for name in names)


def _explain(error: Exception) -> str:
    """Return our message for an error of msgspec: where, what is wrong, what is expected."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    found = _PLACE.fullmatch(str(error))
    assert found is not None
    what = _TYPES.sub(_in_words, found["what"]).replace("Object missing required", "missing")
    what = what if what.startswith("JSON") else what[:1].lower() + what[1:]
    place = (found["place"] or "").removesuffix("[...]")
    return (f"{place}: {what}" if place else what)[:_MAX_SHOWN]
