"""Messages of a page: JSON objects, every field of which is checked before use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from amalthea.engine.core import schema
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.text import clip

LARGEST = 256 * 1024  # bytes of a message
LONGEST_FEN = 2_000
_MAX_MOVES = 2_000

_Word = Annotated[str, Meta(max_length=40)]
_Words = Annotated[list[_Word], Meta(max_length=_MAX_MOVES)]
_Pairs = Annotated[dict[_Word, _Word], Meta(max_length=_MAX_MOVES)]


class MessageError(AmaltheaError, ValueError):
    """Error in a message."""


class Message:
    """Message of a page. Every method reads a field and raises MessageError if it is invalid."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields
        self.kind = self.word("type")

    @classmethod
    def read(cls, text: str) -> Message:
        """Return the message in JSON. Raises MessageError."""
        try:
            return cls(schema.from_json(text, dict[str, Any], "the message"))
        except schema.SchemaError as error:
            raise MessageError(str(error)) from error

    def has(self, name: str) -> bool:
        """Return True if the field exists and is not null."""
        return self._fields.get(name) is not None

    def text(self, name: str, longest: int = LARGEST) -> str:
        """Return a text, "" for a missing field."""
        value: str = self._field(name, Annotated[str, Meta(max_length=longest)], "")
        return value

    def word(self, name: str, choices: Sequence[str] = ()) -> str:
        """Return a short text, one of the choices if any are given."""
        value: str = self._field(name, _Word, "")
        if choices and value not in choices:
            raise MessageError(f"{name}: {clip(value)}, expected one of {' '.join(choices)}")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """Return a whole number within these bounds."""
        value: int = self._field(name, Annotated[int, Meta(ge=low, le=high)])
        return value

    def flag(self, name: str) -> bool:
        """Return True if the field is true."""
        return self._fields.get(name) is True

    def words(self, name: str) -> list[str]:
        """Return a list of short texts, empty for a missing field."""
        value: list[str] = self._field(name, _Words, [])
        return value

    def pairs(self, name: str) -> dict[str, str]:
        """Return an object of short texts by short texts."""
        value: dict[str, str] = self._field(name, _Pairs)
        return value

    def parts(self, name: str, most: int) -> list[Message]:
        """Return a list of at most so many nested objects, empty for a missing field."""
        kind = Annotated[list[dict[str, Any]], Meta(max_length=most)]
        return [Message({"type": "", **fields}) for fields in self._field(name, kind, [])]

    def part(self, name: str) -> Message:
        """Return a nested object."""
        return Message({"type": "", **self._field(name, dict[str, Any])})

    def _field(self, name: str, kind: Any, default: Any = None) -> Any:
        try:
            return schema.from_values(self._fields.get(name, default), kind, name)
        except schema.SchemaError as error:
            raise MessageError(str(error)) from error
