"""The games this engine plays: `names()` lists them, `get(name)` describes one."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.errors import UnknownVariant

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
_loaded: dict[str, Variant] = {}


def names() -> tuple[str, ...]:
    """Every known variant, built-in ones first."""
    return tuple(dict.fromkeys((*BUILT_IN, *_loaded)))


def get(name: str) -> Variant:
    """The variant of that name. Raises UnknownVariant."""
    if name not in _loaded:
        if name not in BUILT_IN:
            raise UnknownVariant(f"unknown variant {name!r}, known are {' '.join(names())}")
        _loaded[name] = _built_in(name)
    return _loaded[name]


def is_built_in(variant: Variant) -> bool:
    """Whether it is one of the built-in games, and not another one by such a name."""
    return variant.name in BUILT_IN and variant == _built_in(variant.name)


def register(variant: Variant) -> None:
    """Adds a variant, or replaces one, for the life of this process."""
    _loaded[variant.name] = variant


def _built_in(name: str) -> Variant:
    variant: Variant = import_module(f"engine.variants.{name.replace('-', '_')}").VARIANT
    return variant
