"""The parts of a rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.words import Words

CHAPTERS = (
    "Aim",
    "Before play",
    "Pieces",
    "En passant",
    "Promotion",
    "Drops",
    "Turns",
    "Pieces on two squares",
    "Castling",
    "Draws",
)


class Text(NamedTuple):
    """Sentences of a rule: their chapter, and a function that yields them.

    It yields none for a game that does not have the rule.
    """

    chapter: str
    sentences: Callable[[PiecesVariant, Words], Iterator[str]]


_NO_KEYS: Mapping[str, Key] = MappingProxyType({})


def _no_fields(draft: Draft) -> Mapping[str, object]:
    return {}


def _no_values(variant: PiecesVariant) -> Mapping[str, object]:
    return {}


def _no_texts(variant: PiecesVariant) -> Iterable[str]:
    return ()


class Rule(NamedTuple):
    """A rule, or a small family of rules that are one idea.

    fields: the fields of the description that hold it, those of a part as "ends.stalemate". keys:
    its keys in variant files. read: returns fields by name from a section; raises VariantError.
    errors: yields every contradiction in a description. letters: the piece types that the rule
    names, which the game must have. fingerprint: returns the named values that tell games with
    different forms of the rule apart, none where a game does not have it; names and defaults in
    it are part of a file format and never change. texts: its sentences. decisive: those of its
    fields by which, unless they have their default, a game can be won though no piece is royal.
    """

    name: str
    fields: tuple[str, ...] = ()
    keys: Mapping[str, Key] = _NO_KEYS
    read: Callable[[Draft], Mapping[str, object]] = _no_fields
    errors: Callable[[PiecesVariant], Iterable[str]] = _no_texts
    letters: Callable[[PiecesVariant], Iterable[str]] = _no_texts
    fingerprint: Callable[[PiecesVariant], Mapping[str, object]] = _no_values
    texts: tuple[Text, ...] = ()
    decisive: tuple[str, ...] = ()

    def has_key(self, name: str) -> bool:
        """Return True if a key of a section is one of the rule's, for one side or for both."""
        return any(
            re.fullmatch(key.pattern or f"{known}({'|'.join(key.sides)})", name)
            for known, key in self.keys.items()
        )
