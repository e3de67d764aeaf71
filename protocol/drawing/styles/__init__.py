"""Styles of kinds of games: one module for each kind that has a style, under the kind's name.

Its `STYLE` is a subclass of amalthea.protocol.drawing.style.Style.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing.style import Style

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


def style_of(variant: Variant, characters: bool = False) -> Style:
    """Return the style of a game's kind, the plain one if the kind has none.

    characters: draw characters where the game has some.
    """
    module = f"{__name__}.{kind_of(variant).name}"
    style: type[Style] = import_module(module).STYLE if find_spec(module) else Style
    return style(variant, characters)
