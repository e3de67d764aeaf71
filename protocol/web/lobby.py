"""The games that a new game is chosen from."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files as package_files
from typing import Any

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.variant import Variant
from amalthea.protocol.drawing.grid import size_in_words
from amalthea.protocol.exercises.first_steps import STEPS

_OWN_FAMILY = "Your own games"  # the title of the family of games that do not ship


def families() -> list[dict[str, Any]]:
    """Return all games by family, each with its title and a sentence about it."""
    known = dict.fromkeys(variants.names())
    found = []
    for family in _families():
        games = [_game(name, about) for name, about in family["games"].items() if name in known]
        found.append({"title": family["title"], "games": games})
        for name in family["games"]:
            known.pop(name, None)
    own = [_game(name, "") for name in known]
    return [*found, {"title": _OWN_FAMILY, "games": own}] if own else found


def _game(name: str, about: str) -> dict[str, Any]:
    variant = variants.get(name)
    return {
        "name": name,
        "title": variant.title,
        "about": about,
        "size": _size(variant),
        "first": first_mover(variant),
        "steps": STEPS.has(name),
    }


def _size(variant: Variant) -> str:
    """Return the size of a board, briefly."""
    if variant.hexagonal:
        return size_in_words(variant)
    return f"{variant.files} \u00d7 {variant.ranks}"


def first_mover(variant: Variant) -> str:
    """Return the side that begins a new game, White where both choose at once."""
    side = variant.start_fen(0).split()[1]
    return Color.BLACK if side == Color.BLACK else Color.WHITE


def upper_side(variant: Variant) -> str:
    """Return the side that begins in the upper half of the board, Black if there are no pieces."""
    pieces = Position(variant, variant.start_fen(0)).pieces()
    ranks = [square.rank for square, piece in pieces.items() if piece.color is Color.WHITE]
    is_white = bool(ranks) and sum(ranks) / len(ranks) > (variant.ranks - 1) / 2
    return Color.WHITE if is_white else Color.BLACK


@cache
def _families() -> list[dict[str, Any]]:
    text = package_files(__package__).joinpath("lobby.toml").read_text("utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["families"]
    return found
