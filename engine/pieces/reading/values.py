"""Readers of the values of a variant file, one for each kind of value.

A reader takes a text and the section's pieces, keys by upper-case letter, and raises VariantError
saying what was expected; WrongParts for several parts of a list. Squares are (file, rank), both
from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile

from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import Square, parse_square
from amalthea.engine.errors import UnknownLetter, VariantError
from amalthea.engine.pieces.description.variant import MAX_FILES, MAX_RANKS
from amalthea.engine.text import clip

Pieces = Mapping[str, str]
Reader = Callable[[str, Pieces], object]

EVERYWHERE = frozenset((file, rank) for file in range(MAX_FILES) for rank in range(MAX_RANKS))
ALL_PIECES = "*"
MOST_ERRORS = 20  # of one value

_LAST_FILE = chr(ord("a") + MAX_FILES - 1)
_NAMED = re.compile(rf"{FORM}|\S")


class WrongParts(VariantError):
    """Errors of several parts of a value; the message is that of the first one."""

    def __init__(self, errors: Sequence[VariantError]) -> None:
        super().__init__(str(errors[0]))
        self.errors = tuple(errors)


def errors_of(error: VariantError) -> tuple[VariantError, ...]:
    """Return the errors of all parts of a value, or the only one."""
    return error.errors if isinstance(error, WrongParts) else (error,)


def _listed(parts: Iterable[str]) -> Iterable[str]:
    """Return the parts of a list up to `-`, which ends it."""
    return takewhile(lambda part: part != "-", parts)


def _read_parts(parts: Iterable[str], read: Callable[[str], None]) -> None:
    """Call a reader for each part of a value. Raises VariantError for all wrong parts together."""
    found: dict[str, VariantError] = {}
    for part in parts:
        try:
            read(part)
        except VariantError as error:
            found |= {str(each): each for each in errors_of(error)}
    errors = [*found.values()][:MOST_ERRORS]
    if errors:
        raise errors[0] if len(errors) == 1 else WrongParts(errors)


def text(value: str, pieces: Pieces) -> str:
    """Return any text."""
    return value


def flag(value: str, pieces: Pieces) -> bool:
    """Return `true` or `false` as a bool."""
    if value not in ("true", "false"):
        raise VariantError("expected true or false")
    return value == "true"


def number(value: str, pieces: Pieces) -> int:
    """Return a whole number."""
    if not re.fullmatch(r"[0-9]{1,6}", value, re.ASCII):
        raise VariantError("expected a whole number")
    return int(value)


def result(value: str, pieces: Pieces) -> str:
    """Return a result for the side to move."""
    return one_of("win", "loss", "draw", "none")(value, pieces)


def one_of(*words: str) -> Callable[[str, Pieces], str]:
    """Return a reader of one of those words."""

    def read(value: str, pieces: Pieces) -> str:
        if value not in words:
            raise VariantError(f"expected {', '.join(words[:-1])} or {words[-1]}")
        return value

    return read


def file(value: str, pieces: Pieces) -> int:
    """Return a file from 0, written as its letter or as its number from 1."""
    found = ord(value) - ord("a") if re.fullmatch("[a-z]", value) else -1
    if re.fullmatch(r"[0-9]{1,4}", value, re.ASCII):
        found = int(value) - 1
    if not 0 <= found < MAX_FILES:
        raise VariantError(f"expected a file, a to {_LAST_FILE} or 1 to {MAX_FILES}")
    return found


def rank(value: str, pieces: Pieces) -> int:
    """Return a rank from 1."""
    if not re.fullmatch(r"[0-9]{1,4}", value, re.ASCII) or not 1 <= int(value) <= MAX_RANKS:
        raise VariantError(f"expected a rank from 1 to {MAX_RANKS}")
    return int(value)


def squares(value: str, pieces: Pieces) -> frozenset[Square]:
    """Return squares, `*7` for a whole rank and `c*` for a whole file among them; none for `-`."""
    found: set[Square] = set()
    _read_parts(_listed(value.split()), lambda part: found.update(_squares_of(part, pieces)))
    return frozenset(found)


def _squares_of(part: str, pieces: Pieces) -> Iterable[Square]:
    """Return the squares of a rank, of a file or of one square."""
    try:
        if re.fullmatch(r"\*[0-9]{1,4}", part, re.ASCII):
            at = rank(part[1:], pieces) - 1
            return [(each, at) for each in range(MAX_FILES)]
        if re.fullmatch(r"[A-Za-z]\*", part, re.ASCII):
            at = file(part[0].lower(), pieces)
            return [(at, each) for each in range(MAX_RANKS)]
    except VariantError as error:
        raise VariantError(f"{clip(part)}, {error}") from error
    return [square(part, pieces)]


def square(value: str, pieces: Pieces) -> Square:
    """Return one square of any board."""
    found = parse_square(value.lower())
    if not found or found not in EVERYWHERE:
        raise VariantError(
            f"{clip(value)} is not a square, expected c3, *3 (a rank) or c* (a file)"
        )
    return found


def piece(letter: str, pieces: Pieces) -> str:
    """Return the key of the piece with a letter, of either case."""
    if letter.upper() not in pieces:
        raise UnknownLetter(f"no piece has the letter {clip(letter)}")
    return pieces[letter.upper()]


def kinds(value: str, pieces: Pieces) -> tuple[str, ...]:
    """Return the keys of pieces, each once, from their letters; `*` for every one, `-` for none."""
    found: list[str] = []

    def read(letter: str) -> None:
        found.extend(pieces.values() if letter == ALL_PIECES else [piece(letter, pieces)])

    _read_parts(_listed(_NAMED.findall(value)), read)
    return tuple(dict.fromkeys(found))


def kinds_or_all(value: str, pieces: Pieces) -> tuple[str, ...]:
    """Return the keys of pieces, but `*` itself for all pieces together."""
    return (ALL_PIECES,) if value.strip() == ALL_PIECES else kinds(value, pieces)


def becomes(value: str, pieces: Pieces) -> dict[str, str | None]:
    """Return pairs of pieces like `p:g`, as keys; `p:-` for a piece that becomes nothing."""
    found: dict[str, str | None] = {}

    def read(part: str) -> None:
        letter, colon, other = part.partition(":")
        if not colon:
            raise VariantError(f"{clip(part)}, expected pairs of piece letters like n:g")
        keys: list[str] = []
        letters = [letter] if other == "-" else [letter, other]
        _read_parts(letters, lambda each: keys.append(piece(each, pieces)))
        found[keys[0]] = None if other == "-" else keys[1]

    _read_parts(_listed(re.sub(r"\s*:\s*", ":", value).split()), read)
    return found


def counts(value: str, pieces: Pieces) -> dict[str, int]:
    """Return numbers by piece, like `q:1 r:2`, as keys."""
    found: dict[str, int] = {}

    def read(part: str) -> None:
        letter, colon, many = part.partition(":")
        if not colon or not re.fullmatch(r"-?[0-9]{1,6}", many, re.ASCII):
            raise VariantError(f"{clip(part)}, expected numbers by piece like q:1 r:2")
        found[piece(letter, pieces)] = int(many)

    _read_parts(re.sub(r"\s*:\s*", ":", value).split(), read)
    return found


def groups(value: str, pieces: Pieces) -> dict[str, tuple[str, ...]]:
    """Return the pieces that a value like `s:lz l:sz` gives to each piece, all as keys."""
    found: dict[str, tuple[str, ...]] = {}

    def read(part: str) -> None:
        letter, colon, others = part.partition(":")
        if not colon or not others:
            raise VariantError(f"{clip(part)}, expected pieces by piece like s:lz")
        found[piece(letter, pieces)] = kinds(others, pieces)

    _read_parts(value.split(), read)
    return found
