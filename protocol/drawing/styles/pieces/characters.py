"""Characters that may stand on tokens in place of figures and emblems."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files as package_files

from amalthea.protocol.drawing.paint import side_of

_SIZE, _SMALL_SIZE = 60, 36  # of a character alone, and of one of two below each other
_RED = "#c04a3a"  # of promoted forms and of White's characters where the sides have different ones


def has_characters(game: str) -> bool:
    """Return True if a game's pieces have characters."""
    return game in _sets()


def character(game: str, token: str) -> str | None:
    """Return a token's character as SVG on a square of 100 by 100 units, None without one."""
    known = _sets().get(game, {})
    side, letter = side_of(token), token.upper().lstrip("+")
    if token.startswith("+"):
        text, colour = known.get("promoted", {}).get(letter), _RED
    elif text := known.get(side, {}).get(letter):
        colour = _RED if side == "w" else "{ink}"
    else:
        text, colour = known.get("both", {}).get(letter), "{ink}"
    if text is None:
        return None
    size = _SIZE if len(text) == 1 else _SMALL_SIZE
    top = 50 - size * (len(text) - 1) / 2
    return "".join(
        f'<text x="50" y="{top + size * row:g}" font-size="{size}" font-family="serif"'
        f' text-anchor="middle" dominant-baseline="central" fill="{colour}" stroke="none">'
        f"{each}</text>"
        for row, each in enumerate(text)
    )


@cache
def _sets() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    text = package_files(__package__).joinpath("characters.toml").read_text("utf-8")
    return {game: each for each in tomllib.loads(text)["sets"] for game in each["games"]}
