"""How kinds of games are drawn and told: a module here, by the kind's name, for each with a style.

Its `STYLE` is a class made from amalthea.protocol.drawing.style.Style.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing.style import Style

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


def style_of(variant: Variant) -> Style:
    """The style of a game's kind, the plain one where the kind has none of its own."""
    module = f"{__name__}.{kind_of(variant).name}"
    style: type[Style] = import_module(module).STYLE if find_spec(module) else Style
    return style(variant)
