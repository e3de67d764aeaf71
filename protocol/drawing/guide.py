"""Guides to shipped games: worked examples, sources and decisions.

`guides/` has a TOML file for each game: `sources`, `gaps` (where the sources are silent or
contradict each other, and the rule that holds here), `rulings` (lists of rules under titles that
name their authors) and one table `[[example]]` for each example. `like` names a file whose examples
are added; both `like` and `after` name a file that supplies the missing keys.

`plans/` has plans to begin with, which `scripts/make_engine_games.py` makes from games: `games`
describes these games, and each plan is a table `[[plan]]`.
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


PLANS = "Plans to begin with"


@dataclass(frozen=True, slots=True)
class Example:
    """Worked example: a position, moves and their result.

    rule: title of the example's chapter.
    moves: legal moves from `fen` on, possibly none.
    then: some squares after them with their FEN letters, "" for an empty one.
    refused: moves that are illegal after them.
    status: status of the game after them.
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
    """Guide to one game, empty for games without one. games: those that the plans come from."""

    examples: tuple[Example, ...] = ()
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gaps: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    plans: tuple[Example, ...] = ()
    games: str = ""


def games_with_guides() -> tuple[str, ...]:
    """Return the names of the games that have a guide."""
    folder = package_files(__package__).joinpath("guides")
    names = variants.names()
    return tuple(name for name in names if folder.joinpath(f"{name}.toml").is_file())


def guide_of(variant: Variant) -> Guide:
    """Return the guide to a shipped game, and an empty one for a game of a user's file."""
    if not variants.comes_along(variant):
        return Guide()
    guide, plans = _read(variant.name), _table("plans", variant.name)
    return Guide(
        tuple(map(_example, guide.get("example", ()))),
        {title: tuple(rules) for title, rules in guide.get("rulings", {}).items()},
        tuple(guide.get("gaps", ())),
        tuple(guide.get("sources", ())),
        tuple(_example({"rule": PLANS, **plan}) for plan in plans.get("plan", ())),
        plans.get("games", ""),
    )


def _read(name: str) -> dict[str, Any]:
    own = _table("guides", name)
    if "like" in own:
        shared = _read(own["like"])
        return {**shared, **own, "example": [*own.get("example", ()), *shared["example"]]}
    return {**_read(own["after"]), **own} if "after" in own else own


def _table(folder: str, name: str) -> dict[str, Any]:
    file = package_files(__package__).joinpath(folder, f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _example(table: Mapping[str, Any]) -> Example:
    moves = {key: tuple(table.get(key, "").split()) for key in ("moves", "refused")}
    return Example(**{**table, **moves})
