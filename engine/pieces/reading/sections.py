"""The text of a variant file: its sections, their lines, and the errors in both.

`[name]` or `[child:parent]` opens a section, `key = value` lines fill it, lines that begin with `#`
or `;` are comments, and so is what follows such a sign behind a blank. Keys and parents are not
interpreted here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from amalthea.engine.core.input_file import read_whole
from amalthea.engine.errors import VariantError
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip

MAX_BYTES = 1 << 20  # twenty times the largest file that is published
MAX_SECTIONS = 1000  # nearly three times as many as that file has
MAX_ENTRIES = 300  # of a section: every key that there is, and a hundred pieces
_LONGEST_VALUE = 1000  # a region of every square by name
_BYTE_ORDER_MARK = "\ufeff"  # some editors begin a file with it
_MAX_FAULTS = 20  # of a section's lines, as a reader wants no more

_HEADER = re.compile(
    r"\[\s*(?P<name>[A-Za-z0-9_-]{1,40})\s*(:\s*(?P<parent>[A-Za-z0-9_-]{1,40})\s*)?\]"
    r"\s*([#;].*)?",
    re.ASCII,
)
_COMMENT = re.compile(r"(?:^|\s+)[#;](?![0-9])")  # "No. #2" may be a title
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]{0,60}", re.ASCII)


class Entry(NamedTuple):
    """A value as text, with its file and line as a message begins: "x.ini:7"."""

    text: str
    place: str


class Section:
    """One section as it is written.

    errors: those in its header and lines. corrections: a sentence for each line that is not quite
    in order, with its place and how it was read.
    """

    def __init__(self, name: str, parent: str | None, place: str) -> None:
        self.name = name
        self.parent = parent
        self.place = place
        self.entries: dict[str, Entry] = {}
        self.errors: list[VariantError] = []
        self.corrections: list[str] = []


class Text(NamedTuple):
    """The sections of a file, in order, and errors outside of them. Names may recur."""

    sections: list[Section]
    errors: list[VariantError]


def read(path: str, contents: str | None = None) -> Text:
    """Return the sections of a file, or of its contents if these are given.

    Raises VariantError if it cannot be read or is too large.
    """
    text = Text([], [])
    section: Section | None = None
    lines = _checked(path, contents) if contents is not None else _contents(path)
    for number, line in enumerate(lines.split("\n"), start=1):
        stripped = line.strip()
        place = f"{path}:{number}"
        if not stripped or stripped[0] in "#;":
            continue
        if stripped.startswith("["):
            section = _opened(stripped, place)
            text.sections.append(section)
            if len(text.sections) > MAX_SECTIONS:
                raise VariantError(f"{place}: more than {MAX_SECTIONS} sections")
        elif section:
            _add(stripped, place, section)
        elif not text.errors:  # the first of these lines is enough for a message
            text.errors.append(VariantError(f"{place}: {clip(stripped)} before any section [name]"))
    return text


def _contents(path: str) -> str:
    """Return the text of a file. Raises VariantError if it cannot be read or is too large."""
    try:
        text = read_whole(path, MAX_BYTES).decode().removeprefix(_BYTE_ORDER_MARK)
    except (OSError, ValueError) as error:
        shown = clip(path, 200)
        raise VariantError(f"variant file {shown} cannot be read: {error_reason(error)}") from error
    return _checked(path, text)


def _checked(path: str, text: str) -> str:
    if len(text) > MAX_BYTES:
        raise VariantError(f"variant file {clip(path, 200)} has more than {MAX_BYTES} characters")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise VariantError(f"{path}:{line}: a null byte, expected text")
    return text


def _opened(text: str, place: str) -> Section:
    """Return the section that a header opens, without a name but with an error if it is wrong."""
    header = _HEADER.fullmatch(text)
    if header:
        return Section(header["name"], header["parent"], place)
    expected = "[name] or [name:parent] of letters, digits, - and _"
    section = Section("", None, place)
    section.errors.append(VariantError(f"{place}: section {clip(text)}, expected {expected}"))
    return section


def _add(text: str, place: str, section: Section) -> None:
    """Add a line to a section: as an entry, a correction, or an error."""
    key, equals, written = (part.strip() for part in text.partition("="))
    value = _COMMENT.split(written, maxsplit=1)[0]
    fault = correction = ""
    if not equals or not _KEY.fullmatch(key):
        fault = f"{clip(text)}, expected key = value"
    elif not value:
        correction = f"{key} has no value, skipped as in Fairy-Stockfish"
    elif len(value) > _LONGEST_VALUE:
        fault = f"{key} has {len(value)} characters, expected at most {_LONGEST_VALUE}"
    elif len(section.entries) == MAX_ENTRIES:
        fault = f"more than {MAX_ENTRIES} keys"
    elif key in section.entries:
        line = section.entries[key].place.rpartition(":")[2]
        correction = f"{key} is already on line {line}, the later value counts"
    elif value != written:
        correction = f"{key}: comment left out, in Fairy-Stockfish it is part of the value"
    if correction and len(section.corrections) < _MAX_FAULTS:
        section.corrections.append(f"{place}: [{section.name}] {correction}")
    if value and not fault:
        section.entries[key] = Entry(value, place)
    elif fault and (
        section.name and len(section.errors) < _MAX_FAULTS
    ):  # below a bad header lines mean nothing
        section.errors.append(VariantError(f"{place}: [{section.name}] {fault}"))
