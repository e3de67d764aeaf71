"""Amalthea: an engine for chess variants and large board games, as a library.

`Position` is a game as it stands, with its pieces and its moves as values; `analyse` searches one
with the engine, an `Analyser` many, `explain` evaluates one without a search, `Engine` is all that
a front end needs, `variants` are the games, and `errors` is what can be raised. `new_position` and
`new_game` give positions whose moves are texts. Nothing here prints. Modules are imported when
first used, so importing this costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from amalthea.engine import errors, variants

if TYPE_CHECKING:
    from amalthea.engine.analysis import Analyser, Analysis, analyse, analyse_async
    from amalthea.engine.api import (
        Color,
        Effect,
        Move,
        Notation,
        Outcome,
        Piece,
        PieceType,
        Regional,
        Square,
        Termination,
    )
    from amalthea.engine.engine import Engine
    from amalthea.engine.explanation import explain
    from amalthea.engine.new_games import new_game, new_position
    from amalthea.engine.search.limits import Limits
    from amalthea.engine.variant_loading import load_variants
    from amalthea.protocol.drawing.notebook import Position

__all__ = [
    "Analyser",
    "Analysis",
    "Color",
    "Effect",
    "Engine",
    "Limits",
    "Move",
    "Notation",
    "Outcome",
    "Piece",
    "PieceType",
    "Position",
    "Regional",
    "Square",
    "Termination",
    "analyse",
    "analyse_async",
    "errors",
    "explain",
    "load_variants",
    "new_game",
    "new_position",
    "variants",
]

_MODULES = {
    "Analyser": "amalthea.engine.analysis",
    "Analysis": "amalthea.engine.analysis",
    "Engine": "amalthea.engine.engine",
    "Limits": "amalthea.engine.search.limits",
    "Position": "amalthea.protocol.drawing.notebook",
    "analyse": "amalthea.engine.analysis",
    "analyse_async": "amalthea.engine.analysis",
    "explain": "amalthea.engine.explanation",
    "load_variants": "amalthea.engine.variant_loading",
    "new_game": "amalthea.engine.new_games",
    "new_position": "amalthea.engine.new_games",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        return import_module("amalthea.protocol").__version__
    if name in __all__:
        found = getattr(import_module(_MODULES.get(name, "amalthea.engine.api")), name)
        globals()[name] = found  # it is not looked for again
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
