"""Variant files: games in Fairy-Stockfish's INI dialect, with keys of our own.

An error affects only its section: the valid games of a file are read in any case. A key of a rule
that is not supported is an error; a line that is slightly wrong but has only one meaning is read,
with a correction. See docs/variants.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.engine.errors import VariantError
from amalthea.engine.games import BUILT_IN
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import sections
from amalthea.engine.pieces.reading.sections import Section
from amalthea.engine.pieces.reading.settings import Settings
from amalthea.engine.pieces.rules.registry import KEYS
from amalthea.engine.variant_files import shipped
from amalthea.engine.variant_files.description import described

if TYPE_CHECKING:
    from amalthea.engine.variant_files.contents import Contents

_PLACE = re.compile(r":([0-9]+): ")


def load(path: str) -> tuple[PiecesVariant, ...]:
    """Return the variants of a file, in order.

    Raises VariantError for the first error in the file, naming file, line, section and key.
    """
    return read(path).checked()


def read(path: str, contents: str | None = None) -> Contents[PiecesVariant]:
    """Return the valid variants of a file, or of its contents, and the errors in other sections.

    Raises VariantError if the file cannot be read.
    """
    from amalthea.engine.variant_files import advice, fairy_stockfish
    from amalthea.engine.variant_files.contents import Contents, InvalidSection

    text = sections.read(path, contents)
    known: dict[str, Section] = {}
    parents: dict[str, Settings | None] = {}
    found: list[PiecesVariant] = []
    invalid: list[InvalidSection] = []
    warnings: dict[str, tuple[str, ...]] = {}
    starts: dict[str, str] = {}
    corrections: list[str] = []
    for section in text.sections:
        section.errors += _header_errors(section, known, parents)
        settings = None
        if not section.parent:
            settings = Settings(section, KEYS) if section.name else None
        elif parent := _parent(section.parent, parents):
            settings = Settings(section, KEYS, parent)
        corrections += settings.corrections if settings else section.corrections
        variant, errors = described(settings) if settings else (None, [])
        errors = sorted((*section.errors, *errors), key=_line)
        if section.name not in known:
            known[section.name] = section
            parents[section.name] = None if section.errors else settings
        if variant and settings and not errors:
            found.append(variant)
            starts[variant.name] = settings.shown("startFen")
            warnings[variant.name] = (
                *advice.warnings(settings, variant),
                *fairy_stockfish.warnings(settings),
            )
        else:
            invalid.append(InvalidSection(section.name, tuple(errors)))
    return Contents(
        tuple(found), tuple(invalid), tuple(text.errors), warnings, tuple(corrections), starts
    )


def _line(error: VariantError) -> int:
    """Return the line number in an error that begins like "my.ini:7: [name]", 0 without one."""
    found = _PLACE.search(str(error))
    return int(found[1]) if found else 0


def _parent(name: str, parents: Mapping[str, Settings | None]) -> Settings | None:
    """Return the settings of an earlier section, or of a game that ships with the engine."""
    return parents[name] if name in parents else shipped.settings(name)


def _header_errors(
    section: Section, known: Mapping[str, Section], parents: Mapping[str, Settings | None]
) -> Iterator[VariantError]:
    name, parent = section.name, section.parent
    if name and name in known:
        line = known[name].place.rpartition(":")[2]
        yield VariantError(f"{section.place}: [{name}] is already on line {line}")
    elif name in BUILT_IN:
        yield VariantError(
            f"{section.place}: [{name}] is a built-in variant, expected another name"
        )
    if not parent or _parent(parent, parents):
        return
    if parent in parents:
        why = f"its parent [{parent}] on line {known[parent].place.rpartition(':')[2]} is invalid"
    elif parent in BUILT_IN:
        why = f"{parent} is not a game of pieces, so it cannot be a parent"
    else:
        why = f"no earlier section and no shipped game has the name {parent}"
    yield VariantError(f"{section.place}: [{name}:{parent}] {why}")
