"""Amalthea: a protocol engine for board games, as a library.

`new_position("gast")` gives the rules of a game, `analyse(...)` the engine's analysis, `Engine`
everything a front end needs, `variants` the games themselves and `errors` what can be raised.
Nothing here prints. Compiled modules are imported when first used, so importing this costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from amalthea.engine import errors, variants

if TYPE_CHECKING:
    from amalthea.engine.analysis import analyse
    from amalthea.engine.core.position import Position
    from amalthea.engine.engine import Engine
    from amalthea.engine.game_kinds import new_game, new_position

__all__ = ["Engine", "Position", "analyse", "errors", "new_game", "new_position", "variants"]

_MODULES = {
    "Engine": "amalthea.engine.engine",
    "Position": "amalthea.engine.core.position",
    "analyse": "amalthea.engine.analysis",
    "new_game": "amalthea.engine.game_kinds",
    "new_position": "amalthea.engine.game_kinds",
}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
