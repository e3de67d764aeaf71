"""Keys of variant files: the type of each key's value, and a table that finds keys by name.

The names, values and defaults are those of Fairy-Stockfish, apart from our own extensions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from amalthea.engine.core.variant import Square
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.piece_keys import KING, NAMED_PIECES
from amalthea.engine.pieces.reading.values import Reader

SIDES = ("White", "Black")
BOTH = ("", *SIDES)  # as name, nameWhite and nameBlack
_MOST_CUSTOM = 99  # the highest number of a customPiece
NOBODY: tuple[str, ...] = ()
NOWHERE: frozenset[Square] = frozenset()


class Key(NamedTuple):
    """A key's reader and default, as the reader returns it; with sides White's and Black's.

    lacks: the missing rule that any value but the default would need. note: a remark for the user
    if the value is not the default. requires: keys of which at least one must be on, otherwise this
    one has no effect. changes_no_rule: often it only says how the game is drawn. extension:
    Fairy-Stockfish does not know it. sides: the suffixes of its name: "White" and "Black" set one
    side's value, "" both at once. merges: a child's value adds to its parent's.
    inherited: a child has its parent's value. pattern: the names of a family of keys, as a regular
    expression.
    """

    read: Reader
    default: object = None
    lacks: str = ""
    note: str = ""
    requires: tuple[str, ...] = ()
    changes_no_rule: bool = False
    extension: bool = False
    sides: tuple[str, ...] = ()
    merges: bool = False
    inherited: bool = True
    pattern: str = ""


def flag(default: bool = False, requires: tuple[str, ...] = ()) -> Key:
    """Return a key that is `true` or `false`."""
    return Key(values.flag, default, requires=requires)


def rank(number: int) -> frozenset[Square]:
    """Return the squares of a rank of any board."""
    return values.squares(f"*{number}", {})


def each(default: object) -> tuple[object, object]:
    """Return a default value for each side, equal for both."""
    return default, default


class KeyTable:
    """Every key but those of pieces, by name.

    decisive: the keys of rules by which a game can be won though no piece is royal.
    """

    def __init__(self, keys: Mapping[str, Key], decisive: Collection[str]) -> None:
        self.keys = keys
        self.decisive = decisive
        self.not_inherited = tuple(name for name, key in keys.items() if not key.inherited)
        self._families = [key for key in keys.values() if key.pattern]
        self._names = dict(self._all_names())
        self._defaults = dict(self._all_defaults())

    def find(self, name: str) -> tuple[Key, tuple[str, ...]] | None:
        """Return a key and the names that its value is stored under, one a side."""
        if name in self._names:
            return self._names[name]
        for key in self._families:
            if re.fullmatch(key.pattern, name, re.ASCII):
                return key, (name,)
        return None

    def nearest(self, name: str) -> str | None:
        """Return the known key that is spelt most like a text, None if none is much like it."""
        from difflib import get_close_matches  # unknown keys are rare

        known = {key.lower(): key for key in (*NAMED_PIECES, KING, *self._names)}
        if match := re.fullmatch("customp[a-z]*([0-9]{0,9})", name.lower()):
            return f"customPiece{min(int(match[1] or 1), _MOST_CUSTOM)}"
        found = get_close_matches(name.lower(), known, n=1)
        return known[found[0]] if found else None

    def default(self, name: str) -> object:
        """Return the default of the value that is stored under a name."""
        if name in self._defaults:
            return self._defaults[name]
        found = self.find(name)
        assert found
        return found[0].default

    def is_extension(self, name: str) -> bool:
        """Return True for a rule's key that Fairy-Stockfish does not know."""
        found = self.find(name)
        return bool(found and found[0].extension and not found[0].changes_no_rule)

    def _all_names(self) -> Iterator[tuple[str, tuple[Key, tuple[str, ...]]]]:
        for name, key in self.keys.items():
            for side in key.sides or ("",):
                stored = tuple(name + other for other in SIDES) if key.sides and not side else ()
                yield name + side, (key, stored or (name + side,))

    def _all_defaults(self) -> Iterator[tuple[str, object]]:
        for name, key in self.keys.items():
            if key.sides:
                assert isinstance(key.default, tuple)
                yield from zip((name + side for side in SIDES), key.default, strict=True)
            else:
                yield name, key.default
