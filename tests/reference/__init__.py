"""Slow, obvious rule sets in plain Python to compare the engine with; they import none of it."""

from reference.common import Position
from reference.ganymede import GanymedePosition
from reference.gast import GastPosition
from reference.gast14 import Gast14Position
from reference.gochess import GoChessPlacement, GoChessPosition
from reference.orthodox import ChessPosition

RULES: dict[str, type[Position]] = {
    "chess": ChessPosition,
    "gast": GastPosition,
    "gast14": Gast14Position,
    "ganymede": GanymedePosition,
    "gochess": GoChessPosition,
}

__all__ = [
    "RULES",
    "ChessPosition",
    "GanymedePosition",
    "Gast14Position",
    "GastPosition",
    "GoChessPlacement",
    "GoChessPosition",
    "Position",
]
