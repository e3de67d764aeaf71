"""English names of the pieces of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.pieces.rules.words import Words

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant

_COMMON = "common"  # the table of names that hold in every game


def words(variant: PiecesVariant) -> Words:
    """Return the words for a game's pieces and places."""
    own = _names().get(variant.name, {}) if variants.comes_along(variant) else {}
    return Words(variant, own, _names()[_COMMON])


def piece_name(variant: PiecesVariant, letter: str) -> str:
    """Return a piece type's name: the game's own, a common one, or "H piece" without any."""
    return words(variant).piece_name(letter)


@cache
def _names() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(package_files(__package__).joinpath("names.toml").read_text("utf-8"))
