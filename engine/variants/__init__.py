"""The games this engine plays: `names()` lists them, `get(name)` describes one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UnknownVariant, VariantError, clip, some

if TYPE_CHECKING:
    from engine.board.variant import Variant

BUILT_IN = (
    "chess",
    "gast",
    "gast14",
    "ganymede",
    "gochess",
    "gess",
    "gess-cvp",
    "troop",
    "troop-trade",
    "troop-physical",
    "troop-shogi",
    "troop11",
    "troop13",
)  # each a module here, imported when first asked for
FILES = Path(__file__).with_name("games")  # further games, NAME.ini, read when first asked for
_loaded: dict[str, Variant] = {}
_refused: dict[str, VariantError] = {}


def names() -> tuple[str, ...]:
    """Every known variant: built-in ones, then those of files that come along, then others."""
    return tuple(dict.fromkeys((*BUILT_IN, *_in_files(), *_loaded)))


def get(name: str) -> Variant:
    """The variant of that name. Raises UnknownVariant, and VariantError for one refused."""
    if name not in _loaded:
        if name in BUILT_IN:
            _loaded[name] = _built_in(name)
        elif name in _refused:
            raise _refused[name]
        elif name in _in_files():
            _loaded[name] = _in_file(name)
        else:
            raise UnknownVariant(f"unknown variant {clip(name)}, known are {some(names())}")
    return _loaded[name]


def comes_along(variant: Variant) -> bool:
    """Whether it is one of the games that come with the engine, not another one by such a name."""
    if variant.name in BUILT_IN:
        return variant == _built_in(variant.name)
    return variant.name in _in_files() and variant == _in_file(variant.name)


def register(variant: Variant) -> None:
    """Adds a variant, or replaces one, for the life of this process."""
    _refused.pop(variant.name, None)
    _loaded[variant.name] = variant


def fault_of(name: str) -> VariantError | None:
    """Why there is no variant of that name, where a file has described one in vain."""
    return None if name in names() else _refused.get(name)


def refuse(name: str, fault: VariantError) -> None:
    """Remembers why there is no variant of that name, for whoever asks for it."""
    _refused[name] = fault


@cache
def _in_files() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in FILES.glob("*.ini")))


@cache
def _in_file(name: str) -> Variant:
    from engine.variants.ini import shipped

    return shipped.variant(name)


def _built_in(name: str) -> Variant:
    variant: Variant = import_module(f"engine.variants.{name.replace('-', '_')}").VARIANT
    return variant
