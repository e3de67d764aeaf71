"""The settings of one section of a variant file, read as what a key should hold.

Every fault is a VariantError that names file, line, section and key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from engine.errors import VariantError


@dataclass(frozen=True, slots=True)
class Entry:
    """A value as text and the line it stands on."""

    value: str
    line: int


@dataclass(slots=True)
class Section:
    """One variant's entries, those of its parents included.

    own: the keys that the section itself sets. line: the section's own.
    """

    path: str
    name: str
    line: int
    entries: dict[str, Entry]
    own: set[str] = field(default_factory=set)

    def fail(self, key: str, what: str) -> NoReturn:
        """Raises VariantError about a key, on its line, or the section's when it is not set."""
        entry = self.entries.get(key)
        shown = f"{key} = {entry.value}" if entry else f"{key} (not set)"
        line = entry.line if entry else self.line
        raise VariantError(f"{self.path}:{line}: [{self.name}] {shown}: {what}")

    def text(self, key: str, default: str) -> str:
        entry = self.entries.get(key)
        return entry.value if entry else default

    def flag(self, key: str, default: bool) -> bool:
        value = self.text(key, "true" if default else "false")
        if value not in ("true", "false"):
            self.fail(key, "expected true or false")
        return value == "true"

    def number(self, key: str, default: int, lowest: int, highest: int) -> int:
        value = self.text(key, str(default))
        if not re.fullmatch(r"[0-9]{1,4}", value, re.ASCII) or not lowest <= int(value) <= highest:
            self.fail(key, f"expected a number from {lowest} to {highest}")
        return int(value)

    def file(self, key: str, default: str) -> str:
        """A file by its letter; the dialect also takes its number."""
        value = self.text(key, default)
        if re.fullmatch(r"[1-9][0-9]?", value, re.ASCII) and int(value) <= ord("t") - ord("a") + 1:
            return chr(ord("a") + int(value) - 1)
        if not re.fullmatch(r"[a-t]", value, re.ASCII):
            self.fail(key, "expected a file, a to t or its number")
        return value

    def letters(self, key: str, default: str, known: set[str]) -> tuple[str, ...]:
        """Piece letters in upper case, none twice; () for "-"."""
        value = self.text(key, default)
        found = () if value == "-" else tuple(dict.fromkeys(value.replace(" ", "").upper()))
        for letter in found:
            if letter not in known:
                self.fail(key, f"no piece has the letter {letter!r}")
        return found

    def ranks(self, key: str, default: str) -> set[int]:
        """The ranks of a region that is made of whole ranks, like `*9 *10`; none for "-"."""
        value = self.text(key, default)
        found: set[int] = set()
        for part in [] if value == "-" else value.split():
            if not re.fullmatch(r"\*[1-9][0-9]?", part, re.ASCII):
                self.fail(key, f"{part!r} is no whole rank, expected ranks like *2, or -")
            found.add(int(part[1:]))
        return found
