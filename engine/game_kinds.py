"""The kind of game of each variant; this is the only module that knows all kinds."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import MAX_WEIGHT

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.kind import GameKind

KINDS = (  # the packages of all kinds of game
    "amalthea.engine.pieces",
    "amalthea.engine.gess",
    "amalthea.engine.troop",
)


def kind_of(variant: Variant) -> GameKind:
    """Return the kind of game of a variant: `KIND` of the package that its class names."""
    return _kind(variant.kind)


@cache
def _kind(package: str) -> GameKind:
    kind: GameKind = import_module(package).KIND
    return kind


def weights() -> dict[str, int]:
    """Return all tunable weights of the hand-written evaluations with their defaults."""
    return {name: value for kind in map(_kind, KINDS) for name, value in kind.weights().items()}


def weight_range(name: str) -> tuple[int, int]:
    """Return the smallest and the largest value of a weight. Raises KeyError."""
    for kind in map(_kind, KINDS):
        if name in kind.weights():
            return kind.ranges().get(name, (-MAX_WEIGHT, MAX_WEIGHT))
    raise KeyError(name)
