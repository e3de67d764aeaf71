"""The games that this engine plays: `names()` lists them, `get(name)` returns one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from amalthea.engine.errors import UnknownVariant, VariantError
from amalthea.engine.games import BUILT_IN, FILES, in_files, is_shipped
from amalthea.engine.text import clip, join_clipped

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

__all__ = ["BUILT_IN", "comes_along", "error_of", "get", "names", "refuse", "register"]

_loaded: dict[str, Variant] = {}
_refused: dict[str, VariantError] = {}


def names() -> tuple[str, ...]:
    """Return the names of all known games: the built-in, other shipped, then loaded ones."""
    return tuple(dict.fromkeys((*BUILT_IN, *in_files(), *_loaded)))


def get(name: str) -> Variant:
    """Return the game of that name.

    Raises UnknownVariant, or VariantError if its description was invalid.
    """
    if name not in _loaded:
        if name in _refused and name not in BUILT_IN:
            raise _refused[name]
        if not is_shipped(name):
            raise UnknownVariant(
                f"unknown variant {clip(name)}, expected one of {join_clipped(names())}"
            )
        _loaded[name] = _shipped(name)
    return _loaded[name]


def comes_along(variant: Variant) -> bool:
    """Return True if a game is shipped; False for another game with the name of a shipped one."""
    return is_shipped(variant.name) and variant == _shipped(variant.name)


def register(variant: Variant) -> None:
    """Add a game, or replace one, for the life of this process."""
    _refused.pop(variant.name, None)
    _loaded[variant.name] = variant


def error_of(name: str) -> VariantError | None:
    """Return the error in the description of a game of that name, or None."""
    return None if name in names() else _refused.get(name)


def refuse(name: str, error: VariantError) -> None:
    """Remember the error in the description of a game, to be raised when it is asked for."""
    _refused[name] = error


@cache
def _shipped(name: str) -> Variant:
    if (FILES / f"{name}.ini").is_file():
        from amalthea.engine.variant_files import shipped

        return shipped.variant(name)
    if (FILES / f"{name}.toml").is_file():
        from amalthea.engine.variant_files import sets

        return sets.shipped(FILES / f"{name}.toml")
    from amalthea.engine.games import gess

    return gess.VARIANTS[name]
