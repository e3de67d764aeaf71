"""Slow, obvious rule sets in plain Python to compare the engine with; they import none of it."""

from reference.army import ArmyPosition
from reference.common import Position
from reference.ganymede import GanymedePosition
from reference.gast import GastPosition
from reference.gast14 import Gast14Position
from reference.gess import GessCvpPosition, GessPosition
from reference.gochess import GoChessPlacement, GoChessPosition
from reference.orthodox import ChessPosition
from reference.troop import (
    Troop11Position,
    Troop13Position,
    TroopPhysicalPosition,
    TroopPosition,
    TroopShogiPosition,
    TroopTradePosition,
)

__all__ = [
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
    "Troop11Position",
    "Troop13Position",
    "TroopPhysicalPosition",
    "TroopPosition",
    "TroopShogiPosition",
    "TroopTradePosition",
]
