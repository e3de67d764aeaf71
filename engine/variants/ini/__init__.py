"""Variant files: the part of Fairy-Stockfish's INI dialect that our mechanisms can hold.

`[name]` or `[child:parent]` opens a variant, `key = value` lines describe it, lines that begin
with `#` or `;` are comments. A key or a value that we cannot hold is an error, never ignored.
What the keys mean is engine.variants.ini.rules' business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from engine import variants
from engine.errors import VariantError
from engine.kinds.army.rules import ArmyVariant
from engine.variants.ini.keys import CHESS, PAWN_TYPE_KEYS
from engine.variants.ini.rules import variant_of
from engine.variants.ini.settings import Entry, Section

_HEADER = re.compile(r"\[\s*([A-Za-z0-9_-]+)\s*(?::\s*([A-Za-z0-9_-]+)\s*)?\]", re.ASCII)
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: the variants that are sound and, for each other section, its fault."""

    variants: tuple[ArmyVariant, ...]
    faults: tuple[VariantError, ...]


def load(path: str) -> tuple[ArmyVariant, ...]:
    """The variants of a file, in its order.

    Raises VariantError for the first fault of the file, naming file, line, section and key.
    """
    contents = read(path)
    if contents.faults:
        raise contents.faults[0]
    return contents.variants


def read(path: str) -> Contents:
    """The sound variants of a file and the fault of each other one, both in the file's order.

    Raises VariantError when the file cannot be read or its lines are no sections and keys.
    """
    found: list[ArmyVariant] = []
    faults: list[VariantError] = []
    for section in _sections(path):
        try:
            found.append(variant_of(section))
        except VariantError as fault:
            faults.append(fault)
    return Contents(tuple(found), tuple(faults))


def _sections(path: str) -> list[Section]:
    found: dict[str, Section] = {}
    section: Section | None = None
    for line, text in _lines(path):
        if text.startswith("["):
            section = _open_section(path, line, text, found)
            found[section.name] = section
        elif section is None:
            _fail(path, line, f"{_short(text)} before any section, expected [name]")
        else:
            _add_entry(path, line, text, section)
    return list(found.values())


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, stripped, with their numbers."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise VariantError(f"variant file {path!r} cannot be read: {error}") from error
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and stripped[0] not in "#;":
            yield number, stripped


def _open_section(path: str, line: int, text: str, found: dict[str, Section]) -> Section:
    header = _HEADER.fullmatch(text)
    if not header:
        _fail(path, line, f"section {_short(text)}, expected [name] or [name:parent]")
    name, parent = header.groups()
    if name in found:
        _fail(path, line, f"[{name}] is already on line {found[name].line}")
    if name in variants.BUILT_IN:
        _fail(path, line, f"[{name}] is a built-in variant, expected another name")
    entries: dict[str, Entry] = {}
    if parent in found:
        entries = dict(found[parent].entries)
    elif parent == "chess":
        entries = {key: Entry(value, line) for key, value in CHESS.items()}
    elif parent is not None:
        _fail(path, line, f"[{name}:{parent}] expected an earlier section or chess as parent")
    return Section(path, name, line, entries)


def _add_entry(path: str, line: int, text: str, section: Section) -> None:
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value or not _KEY.fullmatch(key):
        _fail(path, line, f"[{section.name}] {_short(text)}, expected key = value")
    if key in section.own:
        _fail(path, line, f"[{section.name}] {key} is already on line {section.entries[key].line}")
    if key == "pawnTypes":
        for set_alike in PAWN_TYPE_KEYS - section.own:
            section.entries.pop(set_alike, None)
    section.own.add(key)
    section.entries[key] = Entry(value, line)


def _fail(path: str, line: int, what: str) -> NoReturn:
    raise VariantError(f"{path}:{line}: {what}")


def _short(text: str) -> str:
    """Foreign text in quotes, cut to what fits a message."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
