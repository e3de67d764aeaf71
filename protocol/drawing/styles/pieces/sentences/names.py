"""English names of the pieces of a game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.protocol.drawing import english

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant

_COMMON = "common"  # the table of names that hold in every game
_PROMOTED = "promoted "
_UNNAMED = re.compile(r"customPiece[0-9]+")


def piece_name(variant: ArmyVariant, letter: str) -> str:
    """Return a piece type's name: the game's own, a common one, or "H piece" without any."""
    name = variant.piece(letter).name
    own = _names().get(variant.name, {}) if variants.comes_along(variant) else {}
    if letter in own:
        return own[letter]
    if _UNNAMED.fullmatch(name):
        return f"{letter} piece"
    return _names()[_COMMON].get(name, name)


def piece_names(variant: ArmyVariant, letters: Iterable[str]) -> list[str]:
    """Return the names of several piece types, each once."""
    return list(dict.fromkeys(piece_name(variant, letter) for letter in letters))


def any_piece(variant: ArmyVariant, letters: Iterable[str]) -> str:
    """Return piece types as alternatives with one article: "a queen, rook or bishop"."""
    return english.with_article(alternatives(variant, letters))


def alternatives(variant: ArmyVariant, letters: Iterable[str]) -> str:
    """Return piece types as alternatives: "queen or rook", "promoted queen or rook"."""
    names = piece_names(variant, letters)
    if all(name.startswith(_PROMOTED) for name in names):
        return _PROMOTED + english.either([name.removeprefix(_PROMOTED) for name in names])
    return english.either(names)


def plural_names(variant: ArmyVariant, letters: Iterable[str]) -> list[str]:
    """Return the plurals of the names of several piece types."""
    return [english.plural(name) for name in piece_names(variant, letters)]


@cache
def _names() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(package_files(__package__).joinpath("names.toml").read_text("utf-8"))
