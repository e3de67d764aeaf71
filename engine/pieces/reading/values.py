"""Readers of the values of a variant file, one for each kind of value.

A reader takes a text and the section's pieces, keys by upper-case letter, and raises VariantError
saying what was expected. Squares are (file, rank), both from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import Square, parse_square
from amalthea.engine.errors import UnknownLetter, VariantError
from amalthea.engine.pieces.description.variant import MAX_FILES, MAX_RANKS
from amalthea.engine.text import clip

Pieces = Mapping[str, str]
Reader = Callable[[str, Pieces], object]

EVERYWHERE = frozenset((file, rank) for file in range(MAX_FILES) for rank in range(MAX_RANKS))
ALL_PIECES = "*"

_LAST_FILE = chr(ord("a") + MAX_FILES - 1)
_NAMED = re.compile(rf"{FORM}|\S")


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
    for part in value.split():
        if part == "-":
            break
        if re.fullmatch(r"\*[0-9]{1,4}", part, re.ASCII):
            at = rank(part[1:], pieces) - 1
            found.update((each, at) for each in range(MAX_FILES))
        elif re.fullmatch(r"[A-Za-z]\*", part, re.ASCII):
            at = file(part[0].lower(), pieces)
            found.update((at, each) for each in range(MAX_RANKS))
        else:
            found.add(square(part, pieces))
    return frozenset(found)


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
    for letter in _NAMED.findall(value):
        if letter == "-":
            break
        found += pieces.values() if letter == ALL_PIECES else [piece(letter, pieces)]
    return tuple(dict.fromkeys(found))


def kinds_or_all(value: str, pieces: Pieces) -> tuple[str, ...]:
    """Return the keys of pieces, but `*` itself for all pieces together."""
    return (ALL_PIECES,) if value.strip() == ALL_PIECES else kinds(value, pieces)


def becomes(value: str, pieces: Pieces) -> dict[str, str | None]:
    """Return pairs of pieces like `p:g`, as keys; `p:-` for a piece that becomes nothing."""
    found: dict[str, str | None] = {}
    for part in re.sub(r"\s*:\s*", ":", value).split():
        if part == "-":
            break
        letter, colon, other = part.partition(":")
        if not colon:
            raise VariantError(f"{clip(part)}, expected pairs of piece letters like n:g")
        found[piece(letter, pieces)] = None if other == "-" else piece(other, pieces)
    return found


def counts(value: str, pieces: Pieces) -> dict[str, int]:
    """Return numbers by piece, like `q:1 r:2`, as keys."""
    found: dict[str, int] = {}
    for part in re.sub(r"\s*:\s*", ":", value).split():
        letter, colon, many = part.partition(":")
        if not colon or not re.fullmatch(r"-?[0-9]{1,6}", many, re.ASCII):
            raise VariantError(f"{clip(part)}, expected numbers by piece like q:1 r:2")
        found[piece(letter, pieces)] = int(many)
    return found


def groups(value: str, pieces: Pieces) -> dict[str, tuple[str, ...]]:
    """Return several pieces by piece, like `s:lz l:sz`, as keys."""
    found: dict[str, tuple[str, ...]] = {}
    for part in value.split():
        letter, colon, others = part.partition(":")
        if not colon or not others:
            raise VariantError(f"{clip(part)}, expected pieces by piece like s:lz")
        found[piece(letter, pieces)] = kinds(others, pieces)
    return found
