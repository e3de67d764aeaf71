"""Slow, obvious rule sets in plain Python to compare the engine with; they import none of it."""

from reference.common import ArmyPosition, Position
from reference.ganymede import GanymedePosition
from reference.gast import GastPosition
from reference.gast14 import Gast14Position
from reference.gess import GessCvpPosition, GessPosition
from reference.gochess import GoChessPlacement, GoChessPosition
from reference.orthodox import ChessPosition

ARMIES: dict[str, type[ArmyPosition]] = {
    "chess": ChessPosition,
    "gast": GastPosition,
    "gast14": Gast14Position,
    "ganymede": GanymedePosition,
    "gochess": GoChessPosition,
}
RULES: dict[str, type[Position]] = {
    **ARMIES,
    "gess": GessPosition,
    "gess-cvp": GessCvpPosition,
}

__all__ = [
    "ARMIES",
    "RULES",
    "ArmyPosition",
    "ChessPosition",
    "GanymedePosition",
    "Gast14Position",
    "GastPosition",
    "GessCvpPosition",
    "GessPosition",
    "GoChessPlacement",
    "GoChessPosition",
    "Position",
]
