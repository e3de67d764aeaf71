"""A protocol engine for large-board games, as a library.

`new_position("gast")` gives the rules of a game, `analyse(...)` the engine's opinion,
`engine.variants` the games themselves, `engine.errors` what can go wrong. Nothing here prints.
Compiled modules are imported when first used, so that importing `engine` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import errors, variants

if TYPE_CHECKING:
    from engine.analysis import analyse
    from engine.board.position import Position
    from engine.variants.description import Variant

__all__ = ["Position", "analyse", "errors", "new_position", "variants"]


def __getattr__(name: str) -> object:
    if name == "analyse":
        from engine.analysis import analyse

        return analyse
    if name == "Position":
        from engine.board.position import Position

        return Position
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def new_position(variant: str | Variant = "chess", fen: str | None = None) -> Position:
    """A position of a variant, without a FEN that of a new game.

    Raises UnknownVariant and FenError.
    """
    from engine.variants.start import start_fen

    game = variants.get(variant) if isinstance(variant, str) else variant
    text = start_fen(game) if fen is None else fen
    if game.placement and "[" in text:
        from engine.board.placement import PlacementPosition

        return PlacementPosition(game, text)
    if game.stones:
        from engine.board.stones import Stones

        return Stones(game, text)
    from engine.board.army import Army

    return Army(game, text)
