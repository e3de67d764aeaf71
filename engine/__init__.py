"""A protocol engine for large-board games, as a library.

`new_position("gast")` gives the rules of a game, `analyse(...)` the engine's opinion, `Engine`
all of it for a front end, `engine.variants` the games themselves, `engine.errors` what can go
wrong. Nothing here prints.
Compiled modules are imported when first used, so that importing `engine` costs nothing.
Raises ImportError where this is the source, of which nothing runs: as in a checkout.
"""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING

_COMPILED = Path(__file__).with_name("board") / "position"  # one of many

if not any(_COMPILED.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES):
    raise ImportError(
        f"{Path(__file__).parent} is the source of Amalthea and not compiled;"
        " from another folder, or with `python -P`, the installed package is found"
    )

from engine import errors, variants  # noqa: E402

if TYPE_CHECKING:
    from engine.analysis import analyse
    from engine.board.position import Position
    from engine.engine import Engine
    from engine.games import new_game, new_position

__all__ = ["Engine", "Position", "analyse", "errors", "new_game", "new_position", "variants"]

_WHERE = {
    "Engine": "engine.engine",
    "Position": "engine.board.position",
    "analyse": "engine.analysis",
    "new_game": "engine.games",
    "new_position": "engine.games",
}


def __getattr__(name: str) -> object:
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
