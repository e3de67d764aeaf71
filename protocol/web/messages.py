"""Messages of a page: JSON objects, every field of which is checked before use."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.text import clip

LARGEST = 256 * 1024  # bytes of a message
LONGEST_FEN = 2_000
_LONGEST_WORD = 40
_MOST_MOVES = 2_000


class MessageError(AmaltheaError, ValueError):
    """Error: a message is invalid."""


class Message:
    """Message of a page. Every method reads a field and raises MessageError if it is invalid."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields
        self.kind = self.word("type")

    @classmethod
    def read(cls, text: str) -> Message:
        """Raises MessageError."""
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise MessageError("the message is not JSON") from error
        if not isinstance(fields, dict):
            raise MessageError("the message is not a JSON object")
        return cls(fields)

    def has(self, name: str) -> bool:
        """Return True if the field exists and is not empty."""
        return self._fields.get(name) is not None

    def text(self, name: str, longest: int = LARGEST) -> str:
        """Return a text, "" for a missing field."""
        value = self._fields.get(name, "")
        if not isinstance(value, str) or len(value) > longest:
            raise MessageError(f"{name}: expected a text of at most {longest} characters")
        return value

    def word(self, name: str, choices: Sequence[str] = ()) -> str:
        """Return a short text, one of the choices if any are given."""
        value = self.text(name, _LONGEST_WORD)
        if choices and value not in choices:
            raise MessageError(f"{name}: {clip(value)}, expected one of {' '.join(choices)}")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """Return a whole number within these bounds."""
        value = self._fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise MessageError(f"{name}: expected a whole number from {low} to {high}")
        return value

    def flag(self, name: str) -> bool:
        """Return True if the field is true."""
        return self._fields.get(name) is True

    def words(self, name: str) -> list[str]:
        """Return a list of short texts, empty for a missing field."""
        value = self._fields.get(name, [])
        if not isinstance(value, list) or len(value) > _MOST_MOVES:
            raise MessageError(f"{name}: expected a list of at most {_MOST_MOVES} texts")
        for word in value:
            if not isinstance(word, str) or len(word) > _LONGEST_WORD:
                raise MessageError(f"{name}: expected a list of short texts")
        return list(value)

    def pairs(self, name: str) -> dict[str, str]:
        """Return an object of short texts by short texts."""
        value = self._fields.get(name)
        if not isinstance(value, dict) or len(value) > _MOST_MOVES:
            raise MessageError(f"{name}: expected an object of at most {_MOST_MOVES} texts")
        for word in (*value, *value.values()):
            if not isinstance(word, str) or len(word) > _LONGEST_WORD:
                raise MessageError(f"{name}: expected an object of short texts")
        return dict(value)

    def parts(self, name: str, most: int) -> list[Message]:
        """Return a list of at most so many nested objects, empty for a missing field."""
        value = self._fields.get(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise MessageError(f"{name}: expected a list of at most {most} objects")
        return [Message({"type": "", name: each}).part(name) for each in value]

    def part(self, name: str) -> Message:
        """Return a nested object."""
        value = self._fields.get(name)
        if not isinstance(value, dict):
            raise MessageError(f"{name}: expected an object")
        return Message({"type": "", **value})
