"""The games that this engine plays: `names()` lists them, `get(name)` returns one.

Names of other programs are understood, too; `find(name)` returns ours.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from amalthea.engine.core.english import either
from amalthea.engine.errors import UnknownVariant, VariantError
from amalthea.engine.games import BUILT_IN, FILES, in_files, is_shipped, other_names, parents
from amalthea.engine.games.other_names import Meaning
from amalthea.engine.text import clip, join_clipped

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

__all__ = [
    "BUILT_IN",
    "comes_along",
    "find",
    "get",
    "is_other_game",
    "names",
    "refuse",
    "register",
    "unload",
]

_loaded: dict[str, Variant] = {}
_refused: dict[str, VariantError] = {}


def names() -> tuple[str, ...]:
    """Return the names of all known games: the built-in, other shipped, then loaded ones."""
    return tuple(dict.fromkeys((*BUILT_IN, *in_files(), *_loaded)))


def get(name: str) -> Variant:
    """Return the game of that name, or of the name that another program has for it.

    Raises UnknownVariant, or VariantError if its description was invalid.
    """
    if name not in _loaded:
        name = find(name).name
    if name not in _loaded:
        _loaded[name] = _shipped(name)
    return _loaded[name]


def find(name: str) -> Meaning:
    """Return our name of a game, and True if the name that was given means it as Chess960.

    Raises UnknownVariant, or VariantError if its description was invalid.
    """
    if name in _loaded or is_shipped(name):
        return Meaning(name, chess960=False)
    if name in _refused:
        raise _refused[name]
    if found := other_names.read(name, names()):
        return found
    titles = {get(each).title: each for each in names()}
    if found := other_names.read(name, titles):
        return found._replace(name=titles[found.name])
    if reason := _missing_rule(name):
        raise UnknownVariant(f"variant {clip(name)} is not supported: {reason}")
    if "/" in name:
        raise UnknownVariant(f"unknown variant {clip(name)}: a FEN is given by fen=")
    if near := other_names.nearest(name, names()):
        raise UnknownVariant(f"unknown variant {clip(name)}, did you mean {either(near)}?")
    raise UnknownVariant(f"unknown variant {clip(name)}, expected one of {join_clipped(names())}")


def _missing_rule(name: str) -> str:
    """Return the rule for which a game of other programs is refused, "" for an unknown name."""
    from amalthea.engine.variant_files import shipped

    found = other_names.read(name, (*parents(), *other_names.NOT_PLAYED))
    if not found or found.name in other_names.NOT_PLAYED:
        return other_names.NOT_PLAYED[found.name] if found else ""
    try:
        shipped.variant(found.name)
    except VariantError as error:
        return str(error).rpartition("not supported: ")[2]
    return ""


def is_other_game(variant: Variant) -> bool:
    """Return True for another game with the name of a shipped one."""
    return is_shipped(variant.name) and variant != _shipped(variant.name)


def comes_along(variant: Variant) -> bool:
    """Return True if a game is shipped; False for another game with the name of a shipped one."""
    return is_shipped(variant.name) and not is_other_game(variant)


def register(variant: Variant) -> None:
    """Add a game, or replace one, for the life of this process."""
    _refused.pop(variant.name, None)
    _loaded[variant.name] = variant


def unload(name: str) -> None:
    """Remove a game that was added; a shipped one that it replaced is known again.

    Raises UnknownVariant.
    """
    if name not in _loaded or comes_along(_loaded[name]):
        raise UnknownVariant(f"variant {clip(name)} is not one that was loaded")
    del _loaded[name]


def refuse(name: str, error: VariantError) -> None:
    """Keep the error of an invalid game; `find` raises it unless a valid game has the name."""
    _refused[name] = error


@cache
def _shipped(name: str) -> Variant:
    if (FILES / f"{name}.ini").is_file():
        from amalthea.engine.games import descriptions

        if built := descriptions.find(name):
            return built
        from amalthea.engine.variant_files import shipped

        return shipped.variant(name)
    if (FILES / f"{name}.toml").is_file():
        from amalthea.engine.variant_files import sets

        return sets.shipped(FILES / f"{name}.toml")
    from amalthea.engine.games import gess

    return gess.VARIANTS[name]
