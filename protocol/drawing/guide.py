"""What is told of a built-in game beside its description: worked examples, sources, decisions.

It stands in `guides/`, a TOML file for each game: `sources`, `gaps` (where the sources are silent
or contradict each other, and what holds here), `rulings` (lists of rules under titles that say
whose they are) and a table `[[example]]` for each example. `like` names a file whose examples hold,
too; `like` and `after` one that tells the rest where this one is silent.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files as package_files
from typing import TYPE_CHECKING, Any

from amalthea.engine import variants

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


@dataclass(frozen=True, slots=True)
class Example:
    """A position, moves, and what comes of them.

    rule: the title of the chapter that it belongs to. moves: legal from `fen` on, perhaps none.
    then: what stands on some squares after them, as FEN writes it, "" for nothing. refused: moves
    that are illegal after them. status: how the game stands then.
    """

    rule: str
    title: str
    text: str
    fen: str
    moves: tuple[str, ...] = ()
    then: Mapping[str, str] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    status: str = "ongoing"


@dataclass(frozen=True, slots=True)
class Guide:
    """All that is told of one game; empty where nothing is."""

    examples: tuple[Example, ...] = ()
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gaps: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


def guided() -> tuple[str, ...]:
    """The names of the games that have a guide."""
    folder = package_files(__package__).joinpath("guides")
    return tuple(name for name in variants.BUILT_IN if folder.joinpath(f"{name}.toml").is_file())


def guide_of(variant: Variant) -> Guide:
    """The guide of a game that comes along; games of a user's file have an empty one."""
    if not variants.comes_along(variant):
        return Guide()
    told = _read(variant.name)
    return Guide(
        tuple(map(_example, told.get("example", ()))),
        {title: tuple(rules) for title, rules in told.get("rulings", {}).items()},
        tuple(told.get("gaps", ())),
        tuple(told.get("sources", ())),
    )


def _read(name: str) -> dict[str, Any]:
    file = package_files(__package__).joinpath("guides", f"{name}.toml")
    own = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    if "like" in own:
        shared = _read(own["like"])
        return {**shared, **own, "example": [*own.get("example", ()), *shared["example"]]}
    return {**_read(own["after"]), **own} if "after" in own else own


def _example(table: Mapping[str, Any]) -> Example:
    moves = {key: tuple(table.get(key, "").split()) for key in ("moves", "refused")}
    return Example(**{**table, **moves})
